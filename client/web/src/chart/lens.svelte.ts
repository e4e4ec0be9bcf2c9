// Lens: which part of a chart is seen, and how large.
import { middleOf, type Frame, type Point } from "./frame";

const nearest = 2.2; // places side by side, at most this close
const lookWide = 8.8; // when something is looked at
const lookNarrow = 5.6;
const touchable = 40; // pixels of a place

export class Lens {
  wide = $state(900); // pixels
  high = $state(600);
  covered = $state(0); // this share of the height, from below: something lies over it
  middle = $state.raw<Point>({ x: 0, y: 0 });
  span = $state(1); // how many units are seen side by side

  // `place` is as wide as one place of the chart.
  constructor(
    readonly whole: Frame,
    readonly place: number,
  ) {
    this.middle = middleOf(whole);
    this.span = whole.width;
  }

  get tall(): number {
    return (this.span * this.high) / this.wide;
  }
  // The whole chart is drawn once at each size; a pan moves the drawing, which costs far less than to draw it anew.
  get unit(): number {
    return this.span / this.wide; // that many units are as wide as a pixel
  }
  get size(): { width: number; height: number } {
    return { width: this.whole.width / this.unit, height: this.whole.height / this.unit };
  }
  get shift(): Point {
    return this.screen(this.whole);
  }
  // Where a point is on the screen, from the upper left corner of what is seen.
  screen({ x, y }: Point): Point {
    return {
      x: (x - this.middle.x + this.span / 2) / this.unit,
      y: (y - this.middle.y + this.tall / 2) / this.unit,
    };
  }
  get pixels(): number {
    return (this.place * this.wide) / this.span; // of a place
  }
  get far(): boolean {
    return this.pixels < 62;
  }
  get remote(): boolean {
    return this.pixels < 33;
  }

  fit(frame: Frame): void {
    const least = this.place * (this.wide < 700 ? lookNarrow : lookWide);
    this.span = Math.max(least, frame.width, (frame.height * this.wide) / (this.high * (1 - this.covered)));
    this.bring(middleOf(frame));
  }
  // No farther off than a finger can hit what is there.
  approach(point: Point): void {
    const most = (this.place * this.wide) / touchable;
    if (this.span <= most) return;
    this.span = most;
    this.bring(point);
  }
  // Without coming closer; nothing moves when it is in sight.
  glance(frame: Frame): void {
    const right = frame.x + frame.width;
    const bottom = frame.y + frame.height;
    if (!this.sees(frame) || !this.sees({ x: right, y: bottom })) this.bring(middleOf(frame));
  }
  // To the middle of what nothing lies over; what is there now.
  bring({ x, y }: Point): void {
    this.centre({ x, y: y + this.#hidden / 2 });
  }
  get clear(): Point {
    return { x: this.middle.x, y: this.middle.y - this.#hidden / 2 };
  }
  get #hidden(): number {
    return this.tall * this.covered;
  }
  centre(middle: Point): void {
    this.middle = middle;
    this.#keep();
  }
  pan(dx: number, dy: number): void {
    const size = this.span / this.wide;
    this.centre({ x: this.middle.x - dx * size, y: this.middle.y - dy * size });
  }
  zoom(factor: number, about: Point = this.clear): void {
    const before = this.span;
    this.span *= factor;
    this.#keep();
    const f = this.span / before;
    this.centre({ x: about.x + (this.middle.x - about.x) * f, y: about.y + (this.middle.y - about.y) * f });
  }

  // Within this share of what is seen.
  sees({ x, y }: Point, share = 1): boolean {
    return (
      Math.abs(x - this.middle.x) < (this.span * share) / 2 &&
      Math.abs(y - this.middle.y + this.#hidden / 2) < ((this.tall - this.#hidden) * share) / 2
    );
  }

  // What lies under a spot of the screen.
  at({ clientX, clientY }: { clientX: number; clientY: number }, box: DOMRect): Point {
    return {
      x: this.middle.x - this.span / 2 + ((clientX - box.left) / box.width) * this.span,
      y: this.middle.y - this.tall / 2 + ((clientY - box.top) / box.height) * this.tall,
    };
  }

  #keep(): void {
    const { x, y, width, height } = this.whole;
    this.span = Math.min(
      Math.max(this.span, nearest * this.place),
      Math.max(width, (height * this.wide) / (this.high * (1 - this.covered))) * 1.05,
    );
    this.middle = {
      x: Math.min(Math.max(this.middle.x, x), x + width),
      y: Math.min(Math.max(this.middle.y, y), y + height + this.#hidden / 2),
    };
  }
}
