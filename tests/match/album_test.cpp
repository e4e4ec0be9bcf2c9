// What a viewer was sent lately, until it is on pages, and on after a restart.
#include "server/match/album.h"

#include <gtest/gtest.h>

namespace wardroom::match {
namespace {

std::vector<v1::Update> sent(std::uint64_t first, std::uint64_t last) {
  std::vector<v1::Update> updates;
  for (std::uint64_t serial = first; serial <= last; ++serial) {
    updates.emplace_back().set_serial(serial);
    updates.back().set_time_ms(static_cast<std::int64_t>(1000 + serial));
  }
  return updates;
}

TEST(Album, FullPagesAreStoredAndLetGoAsFarAsTheViewerWasShownThem) {
  Album album;
  EXPECT_TRUE(album.begins_anew());
  for (const v1::Update& update : sent(1, 70)) album.add(update);
  const std::vector<Page> pages = album.pages(Viewer::kFirst, nullptr, Album::Unfinished::kWait);
  ASSERT_EQ(pages.size(), 2u) << "the third is not full yet";
  EXPECT_EQ(pages[1].number, 1u);
  EXPECT_EQ(pages[1].last_serial, 2 * Album::kUpdates);
  EXPECT_EQ(updates_of(pages[0])->size(), Album::kUpdates);
  EXPECT_EQ(album.pages(Viewer::kFirst, nullptr, Album::Unfinished::kToo).size(), 3u);
  EXPECT_TRUE(album.has_pages(0, Album::Unfinished::kWait));
  album.stored(40);
  EXPECT_FALSE(album.holds(32));
  EXPECT_TRUE(album.holds(33)) << "he has not been shown the whole second page";
  album.stored(70);
  EXPECT_FALSE(album.has_pages(95, Album::Unfinished::kWait));
  EXPECT_TRUE(album.has_pages(95, Album::Unfinished::kToo));
  EXPECT_TRUE(album.has_pages(96, Album::Unfinished::kWait)) << "it fills the third page";
  EXPECT_FALSE(album.holds(64));
  EXPECT_EQ(album.after(64).size(), 6u);
}

TEST(Album, WhatWasFullButNotStoredIsKeptAfterARestart) {
  const Album album(Page{}, sent(1, 40), 40);
  EXPECT_FALSE(album.begins_anew());
  EXPECT_EQ(album.after(0).size(), 40u);
  EXPECT_EQ(album.pages(Viewer::kFirst, nullptr, Album::Unfinished::kWait).size(), 1u);
}

TEST(Album, GoesOnFromAPageThatIsNotFullYet) {
  Album before;
  for (const v1::Update& update : sent(1, 40)) before.add(update);
  const Page newest = before.pages(Viewer::kFirst, nullptr, Album::Unfinished::kToo).back();
  const Album album(newest, sent(30, 45), 45);
  EXPECT_FALSE(album.begins_anew());
  EXPECT_FALSE(album.holds(32));
  EXPECT_EQ(album.after(0).size(), 13u) << "33 to 45, each once";
  EXPECT_TRUE(Album(newest, sent(42, 45), 45).begins_anew()) << "41 is not known";
}

TEST(Album, ADamagedPageIsRefused) {
  Page page;
  page.body = "not packed";
  EXPECT_EQ(updates_of(page).error().code, RefusalCode::kUnreadable);
}

}  // namespace
}  // namespace wardroom::match
