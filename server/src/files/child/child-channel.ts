import { Socket } from 'node:net';
import { Flow } from '#system/rpc/flow';
import { isRefusal, Refusal } from '#faults/refusal';
import { JsonText, textLine } from '#system/streams/json-text';
import { lineReader } from '#system/streams/line-reader';
import {
  CHANNEL_FD,
  LINE_LIMIT,
  TEXT_REPLIES,
  type ChildBodies,
  type ChildCall,
  type ChildCallName,
  type ChildEvent,
  type ChildReplies,
  type FromChild,
  type ToChild,
} from '#files/link/child-messages';
import { refusalOf } from '#files/link/errno';
import type { EventSender } from './verb';

/** One function for each call that the parent may make. */
export type ChildHandlers = {
  readonly [N in ChildCallName]: (body: ChildBodies[N], control: EventSender) => Promise<ChildReplies[N]>;
};

export interface ChannelHandlers {
  readonly verbs: ChildHandlers;
  /** Called before a verb runs. */
  called(verb: ChildCallName): void;
  quota(bytes: number | null): void;
  ack(report: number): void;
  /** The parent has ended, or asks this process to end. */
  closed(): void;
}

/** The parent is trusted: its lines are not limited. */
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** A report without an acknowledgement delays a response no longer than this, ms. */
const ACK_MS = 3000;

/** Events that the parent stores before the HTTP response ends, so that the sender's next call is not locked. */
export class Acknowledgements {
  private readonly waiting = new Map<number, () => void>();
  private last = 0;

  constructor(private readonly sendEvent: (event: ChildEvent) => void) {}

  /** Resolves when the parent has stored the event. */
  send(event: Extract<ChildEvent, { ack?: number | undefined }>): Promise<void> {
    const ack = ++this.last;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.acknowledged(ack), ACK_MS);
      this.waiting.set(ack, () => {
        clearTimeout(timer);
        resolve();
      });
      this.sendEvent({ ...event, ack });
    });
  }

  acknowledged(ack: number): void {
    this.waiting.get(ack)?.();
    this.waiting.delete(ack);
  }
}

function failureOf(id: number, error: unknown): FromChild {
  const named = refusalOf(error);
  if (isRefusal(named)) return { id, refusal: { reason: named.reason, detail: named.detail } };
  return { id, broken: error instanceof Error ? (error.stack ?? error.message) : 'failed' };
}

/** The child's end of its only link to the parent. */
export class ChildChannel {
  private readonly socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
  private readonly running = new Map<number, { readonly controller: AbortController; readonly flow: Flow }>();

  constructor(private readonly handlers: ChannelHandlers) {
    const receive = (line: string) => this.receive(JSON.parse(line) as ToChild);
    this.socket.on(
      'data',
      lineReader(receive, () => undefined, NO_LIMIT),
    );
    this.socket.on('error', () => this.socket.destroy());
    this.socket.on('close', () => handlers.closed());
  }

  get busy(): boolean {
    return this.running.size > 0;
  }

  sendEvent(event: ChildEvent): void {
    this.send(event);
  }

  private send(message: FromChild): void {
    this.write([JSON.stringify(message), '\n']);
  }

  private reply({ id, verb }: ChildCall, reply: unknown): void {
    if (reply instanceof JsonText) return this.write(textLine(id, reply));
    const isText = TEXT_REPLIES.includes(verb);
    const text = JSON.stringify(isText ? reply : ({ id, reply } satisfies FromChild));
    // The parent ends a child that sends a longer line.
    if (Buffer.byteLength(text) > LINE_LIMIT) throw new Refusal('file-too-large');
    this.write(isText ? textLine(id, new JsonText(text)) : [text, '\n']);
  }

  private write(pieces: readonly (string | Buffer)[]): void {
    if (this.socket.destroyed) return;
    this.socket.cork();
    for (const piece of pieces) this.socket.write(piece);
    this.socket.uncork();
  }

  private receive(message: ToChild): void {
    if ('quota' in message) this.handlers.quota(message.quota);
    else if ('ack' in message) this.handlers.ack(message.ack);
    else if ('ping' in message) this.send({ pulse: true });
    else if ('abort' in message) this.abort(message.id);
    else if ('hold' in message) this.running.get(message.id)?.flow.hold(message.hold);
    else void this.answer(message);
  }

  private abort(id: number): void {
    this.running.get(id)?.controller.abort();
    this.running.get(id)?.flow.release();
  }

  private async run<N extends ChildCallName>(
    { verb, body }: ChildCall<N>,
    control: EventSender,
  ): Promise<ChildReplies[N]> {
    this.handlers.called(verb);
    const handler: ChildHandlers[N] | undefined = this.handlers.verbs[verb];
    if (!handler) throw new Error(`No such verb: ${verb}`);
    return handler(body, control);
  }

  private async answer(call: ChildCall): Promise<void> {
    const [controller, flow] = [new AbortController(), new Flow()];
    this.running.set(call.id, { controller, flow });
    const progress = (value: unknown) => this.send({ id: call.id, progress: value });
    try {
      const { signal } = controller;
      const taken = () => flow.taken();
      const reply = await this.run(call, { signal, progress, taken });
      this.reply(call, reply);
    } catch (error) {
      this.send(failureOf(call.id, error));
    } finally {
      this.running.delete(call.id);
    }
  }
}
