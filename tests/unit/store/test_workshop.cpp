// SPDX-License-Identifier: MIT
#include "cudafetch/store/workshop.hpp"

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "support/catch.hpp"

using cudafetch::store::Workshop;

TEST_CASE("no more turns at once than there are cores") {
    Workshop workshop(2, 100);
    std::atomic<int> working = 0;
    std::atomic<int> most = 0;
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
            for (int round = 0; round < 200; ++round) {
                const auto turn = workshop.take_turn(i);
                const int now = ++working;
                for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
                }
                std::this_thread::yield();
                --working;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(most >= 1);
    CHECK(most <= 2);
}

TEST_CASE("the most urgent of those who wait gets the next turn") {
    Workshop workshop(1, 100);
    std::optional<Workshop::Turn> turn(workshop.take_turn(0));
    std::vector<std::uint64_t> order;
    std::vector<std::thread> threads;
    for (const std::uint64_t urgency : std::vector<std::uint64_t>{3, 9, 1, 7})
        threads.emplace_back([&, urgency] {
            const auto mine = workshop.take_turn(urgency);
            order.push_back(urgency);
        });
    while (workshop.waiting() < threads.size())
        std::this_thread::yield();
    turn.reset();
    for (std::thread& thread : threads)
        thread.join();
    CHECK(order == std::vector<std::uint64_t>{9, 7, 3, 1});
}

TEST_CASE("memory is given as wished, but leaves the least for each other core") {
    Workshop workshop(3, 100);
    const auto first = workshop.take_memory(10, 500);
    CHECK(first.bytes() == 80);
    const auto second = workshop.take_memory(10, 10);
    CHECK(second.bytes() == 10);
    const auto third = workshop.take_memory(10, 50);
    CHECK(third.bytes() == 10);
}

TEST_CASE("who needs more memory than there is waits until it is alone") {
    Workshop workshop(2, 100);
    std::optional<Workshop::Memory> first(workshop.take_memory(10, 10));
    std::atomic<bool> served = false;
    std::thread large([&] {
        const auto memory = workshop.take_memory(300, 300);
        CHECK(memory.bytes() == 300);
        served = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK_FALSE(served);
    first.reset();
    large.join();
    CHECK(served);
    CHECK(workshop.take_memory(100, 100).bytes() == 100);
}

TEST_CASE("an archive is more than a core's share if the rest is less than the other cores'") {
    const Workshop workshop(4, 100, 1000);
    CHECK_FALSE(workshop.exceeds_share(250));
    CHECK(workshop.exceeds_share(251));
    CHECK(Workshop(4, 100).exceeds_share(1));
}
