// Bell: a sound when it is one's turn, for whoever has asked for it.
const key = "wardroom.bell";

class Bell {
  wanted = $state(localStorage.getItem(key) === "yes");

  want(wanted: boolean): void {
    this.wanted = wanted;
    if (wanted) localStorage.setItem(key, "yes");
    else localStorage.removeItem(key);
    if (wanted) this.ring();
  }

  // Two strokes, as on a ship.
  ring(): void {
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
}

export const bell = new Bell();
