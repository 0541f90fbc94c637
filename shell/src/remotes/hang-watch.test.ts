import { runInNewContext } from 'node:vm';
import type * as hangWatch from './hang-watch';

type Watch = typeof hangWatch;

/** Beats of silence that count as a hang. */
const SILENT_BEATS = 8;

describe('the watch over a page', () => {
  let told: unknown[][];
  let watch: ReturnType<Watch['startWatch']>;
  /** Lets the worker's clock run, while the page says nothing. */
  let wait: (beats: number) => void;

  /** The text that travels to the worker, in surroundings as empty as a worker's, with a clock that the test turns. */
  beforeEach(async () => {
    told = [];
    const blobs: Blob[] = [];
    URL.createObjectURL = (blob) => {
      blobs.push(blob as Blob);
      return 'blob:watch';
    };
    let hear = (_message: { readonly data: unknown }): void => undefined;
    globalThis.Worker = class {
      postMessage(data: unknown): void {
        hear({ data: structuredClone(data) });
      }
    } as unknown as typeof Worker;
    watch = jest.requireActual<Watch>('./hang-watch').startWatch();
    let tick = (): void => undefined;
    runInNewContext(await textOf(blobs[0]), {
      addEventListener: (_kind: 'message', listener: typeof hear) => {
        hear = listener;
      },
      setInterval: (turn: typeof tick, ms: number) => {
        expect(ms).toBe(1000);
        tick = turn;
      },
      fetch: (...given: unknown[]) => told.push(given),
    });
    wait = (beats) => {
      for (let n = 0; n < beats; n += 1) tick();
    };
  });

  const textOf = (blob: Blob | undefined): Promise<string> =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsText(blob ?? new Blob());
    });
  const alarm = {
    url: 'http://console.test/api/remote/events',
    init: { method: 'POST', body: 'files hangs' },
  };

  it('tells once what it was given when the page has been silent for 8 s', () => {
    watch.say({ is: 'watch', alarm });
    wait(SILENT_BEATS - 1);
    expect(told).toEqual([]);
    wait(1);
    expect(told).toEqual([[alarm.url, alarm.init]]);
    wait(60);
    expect(told).toHaveLength(1);
  });

  it('says nothing while the page beats, and tells it when the beats end', () => {
    watch.say({ is: 'watch', alarm });
    for (let n = 0; n < 30; n += 1) {
      wait(SILENT_BEATS - 1);
      watch.say({ is: 'beat' });
    }
    expect(told).toEqual([]);
    wait(SILENT_BEATS);
    expect(told).toHaveLength(1);
  });

  it('counts the silence from the moment something is entered, and not while nothing is', () => {
    wait(60);
    watch.say({ is: 'watch', alarm });
    wait(SILENT_BEATS - 1);
    watch.say({ is: 'rest' });
    wait(60);
    expect(told).toEqual([]);
  });

  it('tells of a second hang, too', () => {
    for (let n = 0; n < 2; n += 1) {
      watch.say({ is: 'watch', alarm });
      wait(SILENT_BEATS);
    }
    expect(told).toHaveLength(2);
  });
});
