import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
import { TextDecoder, TextEncoder } from 'node:util';
import { BroadcastChannel } from 'node:worker_threads';
import { TestEnvironment } from 'jest-environment-jsdom';
import { compileOnce } from './compile-once';
import { ComputedStyles, type StyledWindow } from './computed-style';
import { QuietConsole, type TestEvent, type TestState } from './quiet-console';

compileOnce();
skipNameSearch();

/** Adds the browser features that jsdom lacks, from Node.js where it has them. */
export default class BrowserEnvironment extends TestEnvironment {
  private readonly quiet: QuietConsole;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    this.quiet = new QuietConsole(context.console);
  }

  override async setup(): Promise<void> {
    await super.setup();
    const window: BrowserGlobal = this.global;
    Object.assign(window, {
      expectConsole: this.quiet.expectConsole,
      TextEncoder,
      TextDecoder,
      structuredClone,
      fetch,
      Headers,
      Request,
      Response,
      ReadableStream,
      TransformStream,
      BroadcastChannel: QuietChannel,
      matchMedia: (query: string) => mediaList(query, () => window.innerWidth),
      ResizeObserver: NoLayoutObserver,
      IntersectionObserver: NoLayoutObserver,
    });
    Object.assign(window.Blob.prototype, {
      text: readText(window.FileReader),
      arrayBuffer: readBytes(window.FileReader),
    });
    const styles = new ComputedStyles(window);
    window.getComputedStyle = (element) => styles.of(element);
    Object.defineProperty(window, 'crypto', { value: webcrypto, configurable: true });
  }

  handleTestEvent(event: TestEvent, state: TestState): void {
    this.quiet.handle(event, state);
  }

  /** Closes the page's channels: a later message would find no document. */
  override async teardown(): Promise<void> {
    for (const channel of openChannels) channel.close();
    openChannels.clear();
    await super.teardown();
  }
}

interface OwnCollection {
  namedItem: (key: string) => Element | null;
}

/**
 * Before jsdom returns the length of a collection, it compares the id and name of each element with `length`: to walk
 * the children of a head that holds antd's hundred styles took a quadratic time.
 */
function skipNameSearch(): void {
  const fromEnvironment = createRequire(createRequire(__filename).resolve('jest-environment-jsdom'));
  const { implementation } = fromEnvironment('jsdom/lib/jsdom/living/nodes/HTMLCollection-impl.js') as {
    implementation: { prototype: OwnCollection };
  };
  const { namedItem } = implementation.prototype;
  implementation.prototype.namedItem = function search(key) {
    return key === 'length' ? null : namedItem.call(this, key);
  };
}

const openChannels = new Set<BroadcastChannel>();

interface BrowserGlobal extends StyledWindow {
  readonly Blob: typeof Blob;
  readonly FileReader: typeof FileReader;
  readonly innerWidth: number;
}

/** Only jsdom's own FileReader reads jsdom's blobs. */
const readText = (Reader: typeof FileReader) =>
  function text(this: Blob): Promise<string> {
    return new Promise((resolve, reject) => {
      const reader = new Reader();
      reader.onload = () => resolve(reader.result as string);
      reader.onerror = () => reject(new Error('the blob could not be read'));
      reader.readAsText(this);
    });
  };

/** See `readText`. */
const readBytes = (Reader: typeof FileReader) =>
  function arrayBuffer(this: Blob): Promise<ArrayBuffer> {
    return new Promise((resolve, reject) => {
      const reader = new Reader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.onerror = () => reject(new Error('the blob could not be read'));
      reader.readAsArrayBuffer(this);
    });
  };

/** The channel of Node.js keeps the process alive until it is closed; a page never closes its own. */
class QuietChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    this.unref();
    openChannels.add(this);
  }
}

/** jsdom has no layout: sizes never change and nothing scrolls into view. */
class NoLayoutObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Evaluates `min-width` and `max-width` by the window's width; any other feature does not match. */
function mediaList(query: string, width: () => number): object {
  const limits = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)px\)/g)];
  return {
    media: query,
    get matches() {
      return (
        limits.length > 0 &&
        limits.every(([, side, px]) => (side === 'min' ? width() >= Number(px) : width() <= Number(px)))
      );
    },
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  };
}
