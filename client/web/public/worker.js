// What of Wardroom is there while no page is open: shows what a push says, and leads to its match. It keeps nothing: a device may be
// shared, and what somebody sees is not the next one's.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { say = "Wardroom", to = "/", tag = "" } = event.data?.json() ?? {};
  const shown = { body: say, tag, data: to, icon: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification("Wardroom", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data ?? "/"));
});

async function lead(to) {
  const wanted = new URL(to, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => url === wanted);
  return there ? there.focus() : self.clients.openWindow(wanted);
}
