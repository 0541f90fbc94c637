import { runInNewContext } from 'node:vm';
import type * as hangWatch from './hang-watch';

type Watch = typeof hangWatch;

/** Missed heartbeats that count as a hang. */
const SILENT_BEATS = 8;

describe('the watchdog of a page', () => {
  let requests: unknown[][];
  let watch: ReturnType<Watch['startWatch']>;
  /** Advances the worker's clock while the page sends nothing. */
  let wait: (beats: number) => void;

  /** Runs the worker's code in an empty context with a clock that the test controls. */
  beforeEach(async () => {
    requests = [];
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
      fetch: (...given: unknown[]) => requests.push(given),
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

  it('sends the alarm once when the page has been silent for 8 s', () => {
    watch.send({ is: 'watch', alarm });
    wait(SILENT_BEATS - 1);
    expect(requests).toEqual([]);
    wait(1);
    expect(requests).toEqual([[alarm.url, alarm.init]]);
    wait(60);
    expect(requests).toHaveLength(1);
  });

  it('sends nothing while the page sends heartbeats, and the alarm when they stop', () => {
    watch.send({ is: 'watch', alarm });
    for (let n = 0; n < 30; n += 1) {
      wait(SILENT_BEATS - 1);
      watch.send({ is: 'beat' });
    }
    expect(requests).toEqual([]);
    wait(SILENT_BEATS);
    expect(requests).toHaveLength(1);
  });

  it('counts silence only while a remote is starting', () => {
    wait(60);
    watch.send({ is: 'watch', alarm });
    wait(SILENT_BEATS - 1);
    watch.send({ is: 'rest' });
    wait(60);
    expect(requests).toEqual([]);
  });

  it('reports a second hang too', () => {
    for (let n = 0; n < 2; n += 1) {
      watch.send({ is: 'watch', alarm });
      wait(SILENT_BEATS);
    }
    expect(requests).toHaveLength(2);
  });
});
