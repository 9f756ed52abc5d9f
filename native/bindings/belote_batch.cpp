// The batch kernel of Belote, opened for tests: every card of some random games, on a chosen CPU path.
#include "search/belote_batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <string>
#include <tuple>
#include <vector>

#include "core/flat.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

constexpr int kTrump = 2;  // any would do: kernel cards know no suit names

bool has_path(const std::string& name) {
  return belote_batch::has_path(cpu_path_of(name));
}

// One recorded game: the four hands, leader first; 32 cards in the order played; result and belote.
using Game = std::tuple<std::vector<std::uint32_t>, std::vector<int>, int, int>;

std::vector<Game> record(const std::string& path, std::uint64_t seed, int blocks) {
  if (blocks < 1 || blocks > 64) throw Malformed("from 1 to 64 blocks");
  if (!has_path(path)) throw Malformed("this CPU has no such path");
  const auto count = static_cast<std::size_t>(blocks);
  std::vector<belote_batch::Block> deals(count);
  std::vector<belote_batch::Outcome> outcomes(count * belote_batch::kBlock);
  std::vector<belote_batch::Record> records(count);
  belote_batch::deal(cpu_path_of(path), seed, 0, deals);
  belote_batch::play_recorded(cpu_path_of(path), seed, 0, deals, outcomes, records);
  std::vector<Game> games;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const std::size_t block = i / belote_batch::kBlock;
    const std::size_t lane = i % belote_batch::kBlock;
    std::vector<std::uint32_t> hands;
    for (const auto& hand : deals[block].hand) {
      hands.push_back(belote_batch::to_engine(hand[lane], kTrump));
    }
    std::vector<int> cards;
    for (const auto& trick : records[block].card) {
      for (const auto& place : trick) {
        cards.push_back(std::countr_zero(belote_batch::to_engine(place[lane], kTrump)));
      }
    }
    games.emplace_back(std::move(hands), std::move(cards), belote_batch::result(outcomes[i]),
                       belote_batch::belote(outcomes[i]));
  }
  return games;
}

}  // namespace

void bind_belote_batch(nb::module_& m) {
  m.def("_belote_batch_has", &has_path, nb::arg("path"), "Whether this CPU has a path.");
  m.def("_belote_batch_record", &record, nb::arg("path"), nb::arg("seed"), nb::arg("blocks"),
        "Random deals of trump D, played at random: for tests.");
}

}  // namespace kibitz
