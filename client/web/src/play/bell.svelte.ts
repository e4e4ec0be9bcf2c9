// Bell: a sound, and a notice of the system, when it becomes one's turn; each for whoever has asked for it.
const soundKey = "wardroom.bell";
const noticeKey = "wardroom.notices";

function keep(key: string, wanted: boolean): void {
  if (wanted) localStorage.setItem(key, "yes");
  else localStorage.removeItem(key);
}

class Bell {
  sound = $state(localStorage.getItem(soundKey) === "yes");
  notices = $state(allowed() && localStorage.getItem(noticeKey) === "yes");
  readonly possible = "Notification" in window;
  refused = $state(this.possible && Notification.permission === "denied"); // by the browser; it is not asked again

  wantSound(wanted: boolean): void {
    this.sound = wanted;
    keep(soundKey, wanted);
    if (wanted) strike();
  }
  // Asked by a click only: browsers want it so, and so do people.
  async wantNotices(wanted: boolean): Promise<void> {
    this.notices = wanted;
    if (wanted) this.notices = (await Notification.requestPermission()) === "granted";
    this.refused = Notification.permission === "denied";
    keep(noticeKey, this.notices);
  }

  // It has become one's turn: of this match, in these words.
  ring(match: string, head: string, body: string, lang: string): void {
    if (this.sound) strike();
    if (this.notices && allowed() && (document.visibilityState === "hidden" || !document.hasFocus()))
      notify(head, { body, tag: match, lang });
  }
}

const allowed = () => "Notification" in window && Notification.permission === "granted";

function notify(head: string, options: NotificationOptions): void {
  try {
    const notice = new Notification(head, options);
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some telephones have none without a worker; the sound and the tab's title are left.
  }
}

// Two strokes, as on a ship.
function strike(): void {
  const sound = new AudioContext();
  for (const at of [0, 0.35]) {
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.frequency.value = 880;
    loud.gain.setValueAtTime(0.18, sound.currentTime + at);
    loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + 0.6);
    tone.connect(loud).connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + 0.6);
  }
  setTimeout(() => void sound.close(), 1500);
}

export const bell = new Bell();
