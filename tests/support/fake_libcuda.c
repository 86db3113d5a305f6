/* SPDX-License-Identifier: MIT */
/* Stands in for NVIDIA's driver in tests. Build it as a shared library named libcuda.so.1, in a
   folder that LD_LIBRARY_PATH or the test names. What it answers comes from the environment:
     FAKE_CUDA_VERSION   cuDriverGetVersion, 13000 by default
     FAKE_CUDA_INIT      CUresult of cuInit, 0 by default
     FAKE_CUDA_DEVICES   "8.7 integrated Orin;9.0 discrete NVIDIA H200", none by default
     FAKE_CUDA_HANG      cuInit does not return
     FAKE_CUDA_HANG_IN_OPEN  dlopen does not return
     FAKE_CUDA_CRASH     cuInit ends the process with a signal */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { invalid_value = 1, max_name = 64 };
enum { attribute_integrated = 18, attribute_major = 75, attribute_minor = 76 };

struct device {
    int major;
    int minor;
    int integrated;
    char name[max_name];
};

static int number_from(const char* variable, int fallback) {
    const char* text = getenv(variable);
    return text != NULL ? atoi(text) : fallback;
}

/* Reads the device at `index` of FAKE_CUDA_DEVICES; 0 if there is none. */
static int read_device(int index, struct device* device) {
    const char* text = getenv("FAKE_CUDA_DEVICES");
    char kind[16];
    for (; text != NULL && index > 0; --index) {
        text = strchr(text, ';');
        if (text != NULL) ++text;
    }
    if (text == NULL ||
        sscanf(text, "%d.%d %15s %63[^;]", &device->major, &device->minor, kind, device->name) != 4)
        return 0;
    device->integrated = strcmp(kind, "integrated") == 0;
    return 1;
}

int cuDriverGetVersion(int* version) {
    *version = number_from("FAKE_CUDA_VERSION", 13000);
    return 0;
}

__attribute__((constructor)) static void open_library(void) {
    while (getenv("FAKE_CUDA_HANG_IN_OPEN") != NULL)
        pause();
}

int cuInit(unsigned flags) {
    (void)flags;
    if (getenv("FAKE_CUDA_CRASH") != NULL) abort();
    while (getenv("FAKE_CUDA_HANG") != NULL)
        pause();
    puts("a driver that talks");
    return number_from("FAKE_CUDA_INIT", 0);
}

int cuDeviceGetCount(int* count) {
    struct device device;
    for (*count = 0; read_device(*count, &device); ++*count) {
    }
    return 0;
}

int cuDeviceGet(int* device, int ordinal) {
    *device = ordinal;
    return 0;
}

int cuDeviceGetAttribute(int* value, int attribute, int ordinal) {
    struct device device;
    if (!read_device(ordinal, &device)) return invalid_value;
    switch (attribute) {
        case attribute_integrated:
            *value = device.integrated;
            return 0;
        case attribute_major:
            *value = device.major;
            return 0;
        case attribute_minor:
            *value = device.minor;
            return 0;
        default:
            return invalid_value;
    }
}

int cuDeviceGetName(char* name, int length, int ordinal) {
    struct device device;
    if (!read_device(ordinal, &device)) return invalid_value;
    snprintf(name, (size_t)length, "%s", device.name);
    return 0;
}
