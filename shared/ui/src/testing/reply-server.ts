import { captchaChallenge, queryTaskList, type CallShape } from '@sitedeck/contract';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the page made. */
export interface ReceivedRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON; empty for any other body, which is in `text`. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

interface RefusalFields {
  readonly reason: string;
  readonly message?: string;
  readonly code?: string;
  readonly ways?: readonly string[];
}

export class Refusal extends Error {
  readonly envelope: object;
  constructor({ reason, message = `refused: ${reason}`, code = '400', ways }: RefusalFields) {
    super(message);
    this.envelope = { code, res: { reason, ...(ways && { ways }) }, msg: message };
  }
}

/** The envelope of a failed call; what is no refusal is a bug of the test. */
export const envelopeOf = (error: unknown): object =>
  (error instanceof Refusal ? error : new Refusal({ reason: String(error), code: '500' })).envelope;

type Answer = Refusal | ((request: ReceivedRequest) => unknown);
/** Of a stream: its lines. */
type ReplyInput<C extends CallShape> = C extends {
  readonly event: infer E extends NonNullable<CallShape['event']>;
}
  ? readonly E['_zod']['input'][]
  : C['reply']['_zod']['input'];

/** What a call is answered from now on. */
export type Reply = readonly [call: CallShape, answer: Answer];

/** Answers a call with a sample, or with one chosen by what was asked. */
export const reply = <C extends CallShape>(
  call: C,
  sample: ReplyInput<C> | ((request: ReceivedRequest) => ReplyInput<C> | Promise<ReplyInput<C>>),
): Reply => [
  call,
  typeof sample === 'function' ? (sample as (request: ReceivedRequest) => unknown) : () => sample,
];

/** Refuses a call. */
export const refusal = (call: CallShape, fields: RefusalFields): Reply => [call, new Refusal(fields)];

/**
 * Answers calls with samples, each parsed by the schema of its call. It knows no rule of the product: a test gives the
 * replies that follow a change with `onNext`.
 */
export function makeReplies(samples: () => readonly Reply[]) {
  const answers = new Map<CallShape, Answer>();
  const refused = new Map<CallShape, Refusal>();
  const turns = new Map<CallShape, (readonly Reply[])[]>();
  const requests: (readonly [CallShape, ReceivedRequest])[] = [];
  const changes: ReceivedRequest[] = [];

  const give = (...replies: readonly Reply[]) => {
    for (const [call, answer] of replies) answers.set(call, answer);
  };
  const onNext = (call: CallShape, ...replies: readonly Reply[]) =>
    void turns.set(call, [...(turns.get(call) ?? []), replies]);
  const reset = () => {
    for (const held of [answers, refused, turns]) held.clear();
    for (const list of [requests, changes]) list.length = 0;
    give(...samples());
  };
  reset();

  async function answer(call: CallShape, one: ReceivedRequest): Promise<unknown> {
    requests.push([call, one]);
    const fault = refused.get(call);
    if (fault) throw fault;
    if (call.verify && one.headers['x-verify'] === undefined)
      throw new Refusal({ reason: 'verify-needed', code: '403', ways: ['password'] });
    give(...(turns.get(call)?.shift() ?? []));
    const found = answers.get(call);
    if (typeof found !== 'function') throw found ?? new Refusal({ reason: 'not-found', code: '404' });
    if (call.effect === 'change') changes.push(one);
    const sample = await found(one);
    return call.event ? call.event.array().parse(sample) : call.reply.parse(sample);
  }

  return {
    give,
    /** Gives these replies when the call arrives, just before it is answered; each arrival takes the next batch. */
    onNext,
    /** Answers the next arrivals of a call with these samples, one each; the last one stays. */
    inTurn: <C extends CallShape>(call: C, ...replies: readonly ReplyInput<C>[]) => {
      for (const sample of replies) onNext(call, reply(call, sample));
    },
    /** Refuses a call until `accept`. */
    refuse: (call: CallShape, fields: RefusalFields) => void refused.set(call, new Refusal(fields)),
    accept: () => refused.clear(),
    /** Every request of a call, refused ones included. */
    requestsOf: (call: CallShape) => requests.filter(([each]) => each === call).map(([, one]) => one),
    /** Requests that changed something, in order; without those that were refused. */
    changes: () => [...changes],
    reset,
    /** The call of a request, where it has a reply. */
    callOf: (method: string, path: string) =>
      [...answers.keys(), ...turns.keys()].find((call) => call.method === method && fits(call, path)),
    answer,
  };
}

/** No tasks, and a challenge that is solved at once. */
const everywhere = (): readonly Reply[] => [
  reply(queryTaskList, []),
  reply(captchaChallenge, {
    captchaRand: 'rand',
    algorithm: 'SHA-256',
    challenge: '',
    salt: '',
    maxnumber: 1,
    signature: '',
  }),
];

/** A server on loopback that answers the contract's calls with the samples it was given. */
export async function openReplyServer(samples: () => readonly Reply[]) {
  const replies = makeReplies(() => [...everywhere(), ...samples()]);
  async function answer(request: IncomingMessage): Promise<object> {
    const received = await readCall(request);
    const call = replies.callOf(request.method ?? '', received.path);
    if (!call) throw new Refusal({ reason: 'not-found', code: '404' });
    return { code: '200', res: await replies.answer(call, received), msg: '' };
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    response.end(JSON.stringify(await answer(request).catch(envelopeOf)));
  }
  const server = createServer((request, response) => void serve(request, response));
  // A kept connection that times out while it is reused loses a request, since the page repeats no call.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...replies,
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const fits = ({ path }: CallShape, requestPath: string): boolean =>
  new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(requestPath);

async function readCall(request: IncomingMessage): Promise<ReceivedRequest> {
  let text = '';
  for await (const bytes of request) text += String(bytes);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
  const body = (text && !isForm ? JSON.parse(text) : {}) as ReceivedRequest['body'];
  return { path: pathname, query: Object.fromEntries(searchParams), body, text, headers: request.headers };
}

/** The page under test has another origin than this server. */
export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'GET,POST,PATCH,DELETE');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '');
}
