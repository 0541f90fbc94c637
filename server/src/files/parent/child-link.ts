import type { ChildProcess } from 'node:child_process';
import { Duplex } from 'node:stream';
import { killGroup } from '#system/process/exec';
import { Intake } from '#system/rpc/flow';
import { frontOfText, TEXT_MEMBER } from '#system/streams/large-text';
import { readTextLine, type JsonText } from '#system/streams/json-text';
import { lineBytes } from '#system/streams/line-reader';
import { Lost, Refusal } from '#faults/refusal';
import { LINE_LIMIT, parseLine, UNASKED_LINE_LIMIT } from '#files/link/child-lines';
import { Answer, Event } from '#files/link/child-words';
import { CHANNEL_FD, TEXT_REPLIES, type ChildEvent, type ToChild } from '#files/link/child-wire';
import { ToldBudget } from './told-budget';

const STDERR_KEPT = 4096;

interface Waiting {
  readonly verb: string;
  readonly progress: (value: unknown) => void | Promise<void>;
  readonly intake: Intake;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly settled: () => void;
  /** Runs from the moment nobody waits for the call any more. */
  aborted?: NodeJS.Timeout;
  /** Characters told since the child was asked to wait. */
  unasked: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The large text of the body, which the body itself lacks. */
  readonly text?: JsonText;
  /** While a promise that it returned is open, the child is asked to wait. */
  readonly onProgress?: (value: unknown) => void | Promise<void>;
}

export interface Patience {
  /** A tenant can stop its child for ever: one that has said nothing for this long is ended, ms. */
  readonly silenceMs: number;
  /** It may also leave a call unanswered for ever: once aborted, one is waited for this long, ms. */
  readonly abortMs: number;
}
const PATIENCE: Patience = { silenceMs: 30_000, abortMs: 10_000 };

/** A child hears late that it should wait, but this is more than any of ours says until then, characters. */
const UNASKED_MAX = 16 * 1024 * 1024;

/** Events that are being written down. */
const EVENTS_OPEN_MAX = 1000;
/** What the child has not read: messages, and their characters. A text that is saved is the largest. */
const UNREAD_MAX = 2000;
const UNREAD_CHARACTERS = 64 * 1024 * 1024;

/** Verbs whose answers arrive as text. Any other answer is parsed, after its values were counted. */
const IN_TEXT: ReadonlySet<string> = new Set(TEXT_REPLIES);

export interface LinkEvents {
  /** An event that asks for it is acknowledged when this has settled. */
  readonly onEvent: (event: ChildEvent) => void | Promise<void>;
  /** Told once, with what the process said last. */
  readonly onEnd: (lastWords: string) => void;
}

const withoutUndefined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));

/**
 * The parent's end of the link to one child. A tenant's programs share the child's uid and may speak in its place: what
 * it says is small, bounded and checked, and who goes beyond that is ended.
 */
export class ChildLink {
  private readonly channel: Duplex;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private lastWords = '';
  private ended = false;
  private silent = false;
  private unread = 0;
  private eventsOpen = 0;
  private readonly budget = new ToldBudget();
  private readonly beat: NodeJS.Timeout;

  constructor(
    private readonly child: ChildProcess,
    private readonly events: LinkEvents,
    private readonly patience: Patience = PATIENCE,
  ) {
    const channel = child.stdio[CHANNEL_FD];
    if (!(channel instanceof Duplex)) throw new Error('A child needs its channel');
    this.channel = channel;
    const overflow = () => this.kill();
    channel.on(
      'data',
      lineBytes(
        (line) => this.guard(line),
        overflow,
        () => (this.busy ? LINE_LIMIT : UNASKED_LINE_LIMIT),
      ),
    );
    channel.on('error', () => this.kill());
    child.stderr?.on('data', (chunk: Buffer) => {
      this.lastWords = (this.lastWords + chunk.toString('utf8')).slice(-STDERR_KEPT);
    });
    this.beat = setInterval(() => this.listen(), patience.silenceMs);
    this.beat.unref();
    child.once('error', () => this.end());
    child.once('exit', () => this.end());
  }

  get usable(): boolean {
    return !this.ended;
  }

  get busy(): boolean {
    return this.waiting.size > 0;
  }

  /** Aborted, it settles in bounded time, whatever the child does. */
  call(verb: string, body: unknown, options: CallOptions = {}): Promise<unknown> {
    if (this.ended) return Promise.reject(new Refusal('engine-down'));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const abort = () => this.abort(id);
      const settled = () => options.signal?.removeEventListener('abort', abort);
      const progress = options.onProgress ?? (() => undefined);
      const intake = new Intake((hold) => this.send({ id, hold }));
      this.waiting.set(id, { verb, progress, intake, resolve, reject, settled, unasked: 0 });
      if (options.text) this.sendText({ id, verb, body }, options.text);
      else this.send({ id, verb, body });
      options.signal?.addEventListener('abort', abort, { once: true });
      if (options.signal?.aborted) abort();
    });
  }

  private abort(id: number): void {
    const call = this.waiting.get(id);
    if (!call || call.aborted) return;
    this.send({ id, abort: true });
    call.aborted = setTimeout(() => this.kill(), this.patience.abortMs);
  }

  setQuota(quota: number | null): void {
    this.send({ quota });
  }

  /** Lets the child finish what it does, then go. */
  release(): void {
    this.channel.end();
  }

  kill(): void {
    killGroup(this.child.pid, 'SIGKILL');
    // Whoever else holds its other end is not heard any more.
    this.channel.destroy();
  }

  /** One beat: who has not answered the last ping is gone or stopped. */
  private listen(): void {
    if (this.silent) return this.kill();
    this.silent = true;
    this.send({ ping: true });
  }

  private send(message: ToChild): void {
    this.write([JSON.stringify(message), '\n']);
  }

  /** The child reads one line of JSON, as for any other call. */
  private sendText({ body, ...call }: { id: number; verb: string; body: unknown }, text: JsonText): void {
    const front = frontOfText(call, 'body') + frontOfText({ ...(body as object) }, TEXT_MEMBER);
    this.write([front, text.bytes, '}}\n']);
  }

  private write(pieces: readonly (string | Buffer)[]): void {
    if (this.channel.destroyed) return;
    this.unread += 1;
    this.channel.cork();
    for (const piece of pieces) this.channel.write(piece);
    this.channel.write('', () => (this.unread -= 1));
    this.channel.uncork();
    if (this.unread > UNREAD_MAX || this.channel.writableLength > UNREAD_CHARACTERS) this.kill();
  }

  private guard(line: Buffer): void {
    if (this.channel.destroyed) return;
    this.budget.line(line.length);
    try {
      const text = readTextLine(line);
      if (text) this.answered(text, line.length);
      else
        this.receive(
          parseLine(line, (id) => this.waiting.get(id)?.verb),
          line.length,
        );
      if (this.budget.isSpent) this.kill();
    } catch {
      this.kill();
    }
  }

  private receive(message: unknown, size: number): void {
    this.silent = false;
    if (typeof message !== 'object' || message === null) return this.kill();
    if ('pulse' in message) return;
    if ('event' in message) return this.happened(Event.parse(message));
    this.settle(Answer.parse(message), size);
  }

  /** A text is nothing that has been looked at: whoever asked for it does. */
  private answered({ id, reply }: { readonly id: number; readonly reply: JsonText }, size: number): void {
    this.silent = false;
    const call = this.waiting.get(id);
    if (!call) return;
    if (!IN_TEXT.has(call.verb)) return this.kill();
    this.waiting.delete(id);
    this.budget.answer(size);
    this.over(call);
    call.resolve(reply);
  }

  private happened(event: ChildEvent): void {
    this.budget.event();
    this.eventsOpen += 1;
    if (this.eventsOpen > EVENTS_OPEN_MAX) return this.kill();
    const done = Promise.resolve(this.events.onEvent(event)).catch(() => undefined);
    void done.then(() => {
      this.eventsOpen -= 1;
      if ('ack' in event && event.ack !== undefined) this.send({ ack: event.ack });
    });
  }

  /** Nothing of it is kept once nobody waits for it; who goes on although it was asked to wait is ended. */
  private told(call: Waiting, value: unknown, size: number): void {
    call.unasked = call.intake.holds || call.aborted ? call.unasked + size : 0;
    if (call.unasked > UNASKED_MAX) return this.kill();
    if (!call.aborted) call.intake.take(call.progress(value));
  }

  private settle(answer: Answer, size: number): void {
    const call = this.waiting.get(answer.id);
    if (!call) return;
    if ('progress' in answer) return this.told(call, answer.progress, size);
    this.waiting.delete(answer.id);
    this.budget.answer(size);
    this.over(call);
    if ('reply' in answer) return call.resolve(answer.reply);
    if ('broken' in answer) return call.reject(new Error(`file service child: ${answer.broken}`));
    call.reject(new Refusal(answer.refusal.reason, withoutUndefined(answer.refusal.detail)));
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.beat);
    this.channel.destroy();
    for (const call of this.waiting.values()) {
      this.over(call);
      // Who has stopped waiting does not ask once more.
      call.reject(call.aborted ? new Error('aborted') : new Lost());
    }
    this.waiting.clear();
    this.events.onEnd(this.lastWords);
  }

  private over(call: Waiting): void {
    clearTimeout(call.aborted);
    call.settled();
  }
}
