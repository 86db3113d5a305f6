# SPDX-License-Identifier: MIT
"""How the wheels of CUDA 13 and newer correspond to the components of a redist release."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

from common.versions import version_key

from .errors import UsageError

# wheel -> (component key, display name), as the release manifests spell them.
COMPONENTS = {
    "nvidia-cublas": ("libcublas", "CUDA cuBLAS"),
    "nvidia-cuda-cccl": ("cuda_cccl", "CXX Core Compute Libraries"),
    "nvidia-cuda-crt": ("cuda_crt", "CUDA CRT"),
    "nvidia-cuda-culibos": ("cuda_culibos", "CUDA MATH Library (cuda culibos)"),
    "nvidia-cuda-cuobjdump": ("cuda_cuobjdump", "cuobjdump"),
    "nvidia-cuda-cupti": ("cuda_cupti", "CUPTI"),
    "nvidia-cuda-cuxxfilt": ("cuda_cuxxfilt", "CUDA cuxxfilt (demangler)"),
    "nvidia-cuda-nvcc": ("cuda_nvcc", "CUDA NVCC"),
    "nvidia-cuda-nvdisasm": ("cuda_nvdisasm", "CUDA nvdisasm"),
    "nvidia-cuda-nvprune": ("cuda_nvprune", "CUDA nvprune"),
    "nvidia-cuda-nvrtc": ("cuda_nvrtc", "CUDA NVRTC"),
    "nvidia-cuda-opencl": ("cuda_opencl", "CUDA OpenCL"),
    "nvidia-cuda-profiler-api": ("cuda_profiler_api", "CUDA Profiler API"),
    "nvidia-cuda-runtime": ("cuda_cudart", "CUDA Runtime (cudart)"),
    "nvidia-cuda-sanitizer-api": ("cuda_sanitizer_api", "CUDA Compute Sanitizer API"),
    "nvidia-cuda-tileiras": ("cuda_tileiras", "CUDA TileIR"),
    "nvidia-cudla": ("libcudla", "cuDLA"),
    "nvidia-cufft": ("libcufft", "CUDA cuFFT"),
    "nvidia-cufile": ("libcufile", "CUDA cuFile"),
    "nvidia-curand": ("libcurand", "CUDA cuRAND"),
    "nvidia-cusolver": ("libcusolver", "CUDA cuSOLVER"),
    "nvidia-cusparse": ("libcusparse", "CUDA cuSPARSE"),
    "nvidia-npp": ("libnpp", "CUDA NPP"),
    "nvidia-nvfatbin": ("libnvfatbin", "NVIDIA compiler library for fatbin interaction"),
    "nvidia-nvjitlink": ("libnvjitlink", "NVIDIA compiler library for JIT LTO functionality"),
    "nvidia-nvjpeg": ("libnvjpeg", "CUDA nvJPEG"),
    "nvidia-nvml-dev": ("cuda_nvml_dev", "CUDA NVML Headers"),
    "nvidia-nvptxcompiler": ("libnvptxcompiler", "CUDA libnvptxcompiler"),
    "nvidia-nvtx": ("cuda_nvtx", "CUDA NVTX"),
    "nvidia-nvvm": ("libnvvm", "CUDA NVVM"),
}

# Wheels of products that are no part of the toolkit -> (product, component key).
SIBLINGS = {"nvidia-cudnn": ("cudnn", "cudnn")}

DEFAULT_COMPONENTS = ("cuda_nvcc", "cuda_crt", "libnvvm", "cuda_cudart", "cuda_cccl")

# Pieces of one compiler: mixed builds reject each other's PTX or headers.
COMPILER = ("cuda_nvcc", "cuda_crt", "libnvvm")

TAGS = {"x86_64": "linux-x86_64", "aarch64": "linux-sbsa"}

_CCCL_RENAMED_IN = (13, 3)


def normalized(project: str) -> str:
    """The project name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", project).lower()


def component_of(project: str, version: str) -> str:
    """The component key for a wheel; cuda_cccl is called cccl from CUDA 13.3 on."""
    if project == "nvidia-cuda-cccl" and version_key(version) >= _CCCL_RENAMED_IN:
        return "cccl"
    return COMPONENTS[project][0]


class Identity(NamedTuple):
    """What a package is in the catalogue."""

    product: str
    component: str


def identity_of(project: str, version: str) -> Optional[Identity]:
    """Of a wheel for any CUDA (nvidia-cudnn-cu12); None where the catalogue has no such thing."""
    name = re.sub(r"-cu\d+$", "", project)
    if name in COMPONENTS:
        return Identity("cuda", component_of(name, version))
    return Identity(*SIBLINGS[name]) if name in SIBLINGS else None


def license_of(component: str) -> str:
    """The licence's name as the release manifests give it."""
    return "CCCL EULA" if component == "cccl" else "CUDA Toolkit"


def projects_of(components: list[str]) -> list[str]:
    """The wheels for component keys, in the order given and without repeats."""
    projects = {component: project for project, (component, _) in COMPONENTS.items()}
    projects["cccl"] = projects["cuda_cccl"]
    unknown = [component for component in components if component not in projects]
    if unknown:
        raise UsageError(
            f"no wheel is known for {', '.join(unknown)}; known: {', '.join(sorted(projects))}"
        )
    return list(dict.fromkeys(projects[component] for component in components))
