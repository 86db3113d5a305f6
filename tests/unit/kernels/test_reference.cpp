// SPDX-License-Identifier: MIT
#include "reference.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "support/catch.hpp"

using kernels::fma_chain;
using kernels::fma_inputs;
using kernels::fma_outputs;
using kernels::Sequence;
using kernels::uniform;

TEST_CASE("random values fill their range evenly") {
    constexpr std::size_t count = 100000;
    int quarters[4] = {};
    for (std::size_t i = 0; i < count; ++i) {
        const float value = uniform(1, Sequence::first, i);
        REQUIRE(value >= -1.0F);
        REQUIRE(value < 1.0F);
        ++quarters[static_cast<int>((value + 1.0F) * 2.0F)];
    }
    for (const int quarter : quarters) {
        CHECK(quarter > 24000);
        CHECK(quarter < 26000);
    }
}

TEST_CASE("seed, sequence and index each change the values, and nothing else does") {
    const auto sequence_of = [](std::uint32_t seed, Sequence sequence) {
        std::vector<float> values;
        for (std::size_t i = 0; i < 64; ++i)
            values.push_back(uniform(seed, sequence, i));
        return values;
    };
    const auto first = sequence_of(1, Sequence::first);
    CHECK(first == sequence_of(1, Sequence::first));
    CHECK(first != sequence_of(2, Sequence::first));
    CHECK(first != sequence_of(1, Sequence::second));
    CHECK(sequence_of(1, Sequence::second) != sequence_of(2, Sequence::first));
    CHECK(std::set<float>(first.begin(), first.end()).size() == first.size());
}

TEST_CASE("the triad rounds once") {
    CHECK(kernels::triad_element(1.0F, 0.5F) == 2.5F);
    CHECK(kernels::triad_element(0.25F, -1.0F) == -2.75F);

    // 3 * second needs 26 bits: rounded before the addition, the difference would be lost.
    const float second = 1.0F + 1.0F / (1 << 23);
    CHECK(kernels::triad_element(-3.0F, second) == 3.0F / (1 << 23));
}

TEST_CASE("a chain applies scale and offset step by step") {
    CHECK(fma_chain(2.0F, 0.5F, 1.0F, 0) == 2.0F);
    CHECK(fma_chain(2.0F, 0.5F, 1.0F, 1) == 2.0F);
    CHECK(fma_chain(3.0F, 2.0F, -1.0F, 3) == 17.0F);
    CHECK(fma_chain(0.0F, 1.0F, 0.5F, 4096) == 2048.0F);
}

TEST_CASE("each output follows the scale, offset and start of its thread and chain") {
    const std::vector<float> inputs = fma_inputs(9);
    const std::vector<float> outputs = fma_outputs(inputs);
    REQUIRE(inputs.size() == (2 + kernels::fma_chains) * kernels::block_threads);
    REQUIRE(outputs.size() == kernels::fma_chains * kernels::block_threads);

    const std::size_t thread = 5;
    const std::size_t chain = 3;
    const float start = inputs[(2 + chain) * kernels::block_threads + thread];
    const float scale = inputs[thread];
    const float offset = inputs[kernels::block_threads + thread];
    CHECK(outputs[chain * kernels::block_threads + thread] ==
          fma_chain(start, scale, offset, kernels::fma_steps));
}

TEST_CASE("a skipped step shows in nearly every chain, and no chain overflows or fades") {
    for (const std::uint32_t seed : {0U, 1U, 77U, 4294967295U}) {
        const std::vector<float> inputs = fma_inputs(seed);
        const std::vector<float> outputs = fma_outputs(inputs);
        std::size_t unseen = 0;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const std::size_t thread = i % kernels::block_threads;
            const float short_by_one =
                fma_chain(inputs[2 * kernels::block_threads + i], inputs[thread],
                          inputs[kernels::block_threads + thread], kernels::fma_steps - 1);
            unseen += short_by_one == outputs[i] ? 1 : 0;
            REQUIRE(std::fabs(outputs[i]) < 10.0F);
            REQUIRE(std::isnormal(outputs[i]));
        }
        INFO(seed);
        CHECK(unseen < outputs.size() / 100);
    }
}

TEST_CASE("inputs hold no poison") {
    for (const float input : fma_inputs(3))
        REQUIRE(std::isfinite(input));
}
