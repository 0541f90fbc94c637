import { flyToTasks, TASK_ENTRY } from './fly-to-tasks';

/** jsdom animates nothing: this records each requested animation and ends it on request. */
interface Flight {
  readonly frames: readonly { readonly transform: string }[];
  readonly ms: number;
  onfinish: () => void;
  oncancel: () => void;
}
const flights: Flight[] = [];
const reduced = { now: false };

beforeEach(() => {
  flights.length = 0;
  reduced.now = false;
  document.body.innerHTML = `<button id="from"></button><button ${TASK_ENTRY}></button>`;
  place('#from', 100, 300);
  place(`[${TASK_ENTRY}]`, 900, 20);
  Element.prototype.animate = ((frames: Flight['frames'], { duration }: { readonly duration: number }) => {
    const flight = { frames, ms: duration, onfinish: () => undefined, oncancel: () => undefined };
    flights.push(flight);
    return flight;
  }) as unknown as Element['animate'];
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) => ({ media, matches: reduced.now }) as MediaQueryList);
});

function place(selector: string, x: number, y: number): void {
  const element = document.querySelector(selector);
  if (element) element.getBoundingClientRect = () => new DOMRect(x, y, 0, 0);
}

const from = () => document.querySelector('#from') ?? document.body;
const entry = () => document.querySelector(`[${TASK_ENTRY}]`);
const dot = () => document.querySelector<HTMLElement>('.sd-fly-dot');

it('lets a dot fly from the element that was clicked to its target in 0.6 s', () => {
  flyToTasks(from());
  expect([dot()?.style.left, dot()?.style.top]).toEqual(['94px', '294px']);
  expect(flights.map(({ ms }) => ms)).toEqual([600]);
  expect(flights[0]?.frames.at(-1)?.transform).toContain('translate(800px,-280px)');
  flights[0]?.onfinish();
  expect(dot()).toBeNull();
});

it('flies from the position of a drop, and removes the dot when the flight is cancelled', () => {
  flyToTasks({ x: 10, y: 10 });
  expect(dot()?.style.left).toBe('4px');
  flights[0]?.oncancel();
  expect(dot()).toBeNull();
});

it('highlights the target for 0.6 s instead under reduced motion', () => {
  jest.useFakeTimers();
  try {
    reduced.now = true;
    flyToTasks(from());
    expect([dot(), flights.length]).toEqual([null, 0]);
    jest.advanceTimersByTime(599);
    expect(entry()?.className).toBe('sd-highlight');
    jest.advanceTimersByTime(1);
    expect(entry()?.className).toBe('');
  } finally {
    jest.useRealTimers();
  }
});

it("does nothing without a task entry, as in a portal's page", () => {
  entry()?.remove();
  flyToTasks(from());
  expect(flights).toEqual([]);
});
