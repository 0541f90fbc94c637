import { Duplex } from 'node:stream';
import { killGroup, type ChildProcess } from '#system/process/exec';
import { Intake } from '#system/rpc/flow';
import { frontOfText, TEXT_MEMBER } from '#system/streams/large-text';
import { readTextLine, type JsonText } from '#system/streams/json-text';
import { lineBytes } from '#system/streams/line-reader';
import { OutcomeUnknown, Refusal } from '#faults/refusal';
import {
  CHANNEL_FD,
  TEXT_REPLIES,
  type ChildBodies,
  type ChildCall,
  type ChildCallName,
  type ChildEvent,
  type ToChild,
} from '#files/link/child-messages';
import { Event, lineLimit, Outcome, parseLine } from './hostile-messages';
import { LineBudget } from './line-budget';

const STDERR_KEPT = 4096;

interface Waiting {
  readonly verb: string;
  readonly progress: (value: unknown) => void | Promise<void>;
  readonly intake: Intake;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly settled: () => void;
  /** Runs from the moment the caller aborts. */
  aborted?: NodeJS.Timeout;
  /** Bytes sent since the child was asked to wait. */
  sentOnHold: number;
}

/** The text of `writeText` may be sent separately from the body. */
export type BodyToSend<N extends ChildCallName> =
  ChildBodies[N] | (N extends 'writeText' ? Omit<ChildBodies['writeText'], 'content'> : never);

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The text of `writeText`, which the body then lacks. */
  readonly text?: JsonText;
  /** The child is asked to wait while a returned promise is open. */
  readonly onProgress?: (value: unknown) => void | Promise<void>;
}

export interface ChildTimeouts {
  /** A tenant can stop its child forever: the parent ends a child that sent nothing for this long, ms. */
  readonly silenceMs: number;
  /** A tenant can also leave a call without a reply: the parent waits this long after an abort, ms. */
  readonly abortMs: number;
}
const PATIENCE: ChildTimeouts = { silenceMs: 30_000, abortMs: 10_000 };

/** More than an unmodified child sends before it learns that it should wait, bytes. */
const SENT_ON_HOLD_MAX = 16 * 1024 * 1024;

/** Events that the parent is still storing. */
const EVENTS_OPEN_MAX = 1000;
/**
 * Limits of what the child has not read yet: messages, and their bytes. The largest message is a text to
 * save.
 */
const UNREAD_MAX = 2000;
const UNREAD_BYTES = 64 * 1024 * 1024;

/** Verbs whose replies arrive as text. Any other reply is parsed, after its values were counted. */
const AS_TEXT: ReadonlySet<string> = new Set(TEXT_REPLIES);

export interface LinkEvents {
  /** An event with a number is acknowledged when this has settled. */
  readonly onEvent: (event: ChildEvent) => void | Promise<void>;
  /** Called once, with the end of the process's error output. */
  readonly onEnd: (lastOutput: string) => void;
}

const withoutUndefined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));

/**
 * The parent's end of the link to one child. A tenant's programs share the child's uid and may write in its place: every
 * message is bounded and checked, and a child that exceeds a bound is ended.
 */
export class ChildLink {
  private readonly channel: Duplex;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private lastOutput = '';
  private ended = false;
  private silent = false;
  private unread = 0;
  private eventsOpen = 0;
  private readonly budget = new LineBudget();
  private readonly beat: NodeJS.Timeout;

  constructor(
    private readonly child: ChildProcess,
    private readonly events: LinkEvents,
    private readonly patience: ChildTimeouts = PATIENCE,
  ) {
    const channel = child.stdio[CHANNEL_FD];
    if (!(channel instanceof Duplex)) throw new Error('A child needs its channel');
    this.channel = channel;
    const overflow = () => this.kill();
    channel.on(
      'data',
      lineBytes(
        (line) => this.receiveLine(line),
        overflow,
        () => lineLimit(this.busy),
      ),
    );
    channel.on('error', () => this.kill());
    child.stderr?.on('data', (chunk: Buffer) => {
      this.lastOutput = (this.lastOutput + chunk.toString('utf8')).slice(-STDERR_KEPT);
    });
    this.beat = setInterval(() => this.checkPulse(), patience.silenceMs);
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

  /**
   * Resolves with what the child replied, which the caller parses. After an abort it settles in bounded time, whatever the
   * child does.
   */
  call<N extends ChildCallName>(verb: N, body: BodyToSend<N>, options: CallOptions = {}): Promise<unknown> {
    if (this.ended) return Promise.reject(new Refusal('engine-down'));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const abort = () => this.abort(id);
      const settled = () => options.signal?.removeEventListener('abort', abort);
      const progress = options.onProgress ?? (() => undefined);
      const intake = new Intake((hold) => this.send({ id, hold }));
      this.waiting.set(id, { verb, progress, intake, resolve, reject, settled, sentOnHold: 0 });
      if (options.text) this.sendText({ id, verb, body }, options.text);
      else this.sendLine({ id, verb, body });
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

  /** Lets the child finish its work and exit. */
  release(): void {
    this.channel.end();
  }

  kill(): void {
    killGroup(this.child.pid, 'SIGKILL');
    // Another process may still hold the other end: stop reading from it.
    this.channel.destroy();
  }

  /** A child that has not replied to the last ping is stopped or gone. */
  private checkPulse(): void {
    if (this.silent) return this.kill();
    this.silent = true;
    this.send({ ping: true });
  }

  private send(message: Exclude<ToChild, ChildCall>): void {
    this.sendLine(message);
  }

  private sendLine(message: object): void {
    this.write([JSON.stringify(message), '\n']);
  }

  /** Sends one line of JSON, as for any other call, with the text in the body. */
  private sendText({ body, ...call }: { id: number; verb: string; body: object }, text: JsonText): void {
    const front = frontOfText(call, 'body') + frontOfText({ ...body }, TEXT_MEMBER);
    this.write([front, text.bytes, '}}\n']);
  }

  private write(pieces: readonly (string | Buffer)[]): void {
    if (this.channel.destroyed) return;
    this.unread += 1;
    this.channel.cork();
    for (const piece of pieces) this.channel.write(piece);
    this.channel.write('', () => (this.unread -= 1));
    this.channel.uncork();
    if (this.unread > UNREAD_MAX || this.channel.writableLength > UNREAD_BYTES) this.kill();
  }

  private receiveLine(line: Buffer): void {
    if (this.channel.destroyed) return;
    this.budget.line(line.length);
    try {
      const text = readTextLine(line);
      if (text) this.settleWithText(text, line.length);
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
    if ('event' in message) return this.handleEvent(Event.parse(message));
    this.settle(Outcome.parse(message), size);
  }

  /** The caller checks the text. */
  private settleWithText(
    { id, reply }: { readonly id: number; readonly reply: JsonText },
    size: number,
  ): void {
    this.silent = false;
    const call = this.waiting.get(id);
    if (!call) return;
    if (!AS_TEXT.has(call.verb)) return this.kill();
    this.waiting.delete(id);
    this.budget.reply(size);
    this.stopWaiting(call);
    call.resolve(reply);
  }

  private handleEvent(event: ChildEvent): void {
    this.budget.event();
    this.eventsOpen += 1;
    if (this.eventsOpen > EVENTS_OPEN_MAX) return this.kill();
    const done = Promise.resolve(this.events.onEvent(event)).catch(() => undefined);
    void done.then(() => {
      this.eventsOpen -= 1;
      if ('ack' in event && event.ack !== undefined) this.send({ ack: event.ack });
    });
  }

  /** Drops progress after an abort; ends a child that keeps sending although it was asked to wait. */
  private handleProgress(call: Waiting, value: unknown, size: number): void {
    call.sentOnHold = call.intake.holds || call.aborted ? call.sentOnHold + size : 0;
    if (call.sentOnHold > SENT_ON_HOLD_MAX) return this.kill();
    if (!call.aborted) call.intake.take(call.progress(value));
  }

  private settle(outcome: Outcome, size: number): void {
    const call = this.waiting.get(outcome.id);
    if (!call) return;
    if ('progress' in outcome) return this.handleProgress(call, outcome.progress, size);
    this.waiting.delete(outcome.id);
    this.budget.reply(size);
    this.stopWaiting(call);
    if ('reply' in outcome) return call.resolve(outcome.reply);
    if ('broken' in outcome) return call.reject(new Error(`file service child: ${outcome.broken}`));
    call.reject(new Refusal(outcome.refusal.reason, withoutUndefined(outcome.refusal.detail)));
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.beat);
    this.channel.destroy();
    for (const call of this.waiting.values()) {
      this.stopWaiting(call);
      // A caller that has aborted must not try again.
      call.reject(call.aborted ? new Error('aborted') : new OutcomeUnknown());
    }
    this.waiting.clear();
    this.events.onEnd(this.lastOutput);
  }

  private stopWaiting(call: Waiting): void {
    clearTimeout(call.aborted);
    call.settled();
  }
}
