import { shownDomain, type ChallengeWay, type HostCode, type KeyType } from '@sitedeck/contract';
import type { Order } from 'acme-client';
import { Refusal } from '#faults/refusal';
import { taskReference } from '#queue/task-store';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { readOrders, type OrderRow } from '#sites/certificate-orders';
import type { HostFacts } from '#sites/host-scope';
import type { Authority, Challenge } from '#system/acme/authority';
import { unusableReply } from '#system/acme/problem';
import type { CheckedCertificate } from '#system/certificate/read-certificate';
import { requestTask, type RequestPayload } from '../tasks';
import type { z } from 'zod';
import { minimumPause, refusalOf } from './acme-faults';
import type { AuthorityAccess } from './authority-access';
import { makeResponders } from './challenge-ways';
import { checkIssued } from './issued-certificate';
import { endCoveredOrders, recordFailure, recordIssued, recordStop } from './order-records';
import { preflight, type PreflightParts } from './preflight';
import { dropCertificate, storeCertificate, type StoreParts } from './store-certificate';

export interface RequestParts extends StoreParts, PreflightParts {
  readonly authority: AuthorityAccess;
  /** SHA-256 of the certificate that is served for a name; undefined: none. */
  readonly served: (name: string) => Promise<string | undefined>;
  readonly pause: (ms: number) => Promise<void>;
  readonly now: () => number;
}

type Context = TaskContext<z.infer<typeof RequestPayload>>;

/** After this many consecutive failures, which Home reports, domains that point elsewhere are left out of a renewal. */
const FAILURES_BEFORE_LEAVING_OUT = 3;
/** nginx needs a moment to replace its old workers. */
const SERVED_TRIES = 20;
const SERVED_PAUSE_MS = 500;
/** A name that the wildcard covers, for the handshake. */
const BELOW_WILDCARD = 'sitedeck-check';

/**
 * The order with the domains that are still bound. If there are none, deletes the order, which would be retried forever,
 * and refuses with `certificate-name-foreign`.
 */
async function currentOrder({ db }: RequestParts, { scope, payload }: Context): Promise<OrderRow> {
  const order = (await readOrders(db, scope.hostCode)).find(({ id }) => id === payload.orderId);
  if (!order) throw new Refusal('certificate-gone');
  const names = order.names.filter((name) => scope.host.domains.includes(name));
  if (names.length === 0) {
    await db.deleteFrom('certificate_order').where('id', '=', order.id).execute();
    throw new Refusal('certificate-name-foreign', { values: { domain: shownDomain(order.names[0] ?? '') } });
  }
  return { ...order, names };
}

/** The domains to request. Refuses with the first problem, unless Home has reported it often enough. */
async function checkedNames(
  parts: RequestParts,
  host: HostFacts,
  { names, way, failures }: OrderRow,
): Promise<readonly string[]> {
  const findings = await preflight(parts, host, { names, way });
  const problems = findings.filter(({ result }) => result === 'failed');
  const bad = new Set(problems.map(({ name }) => name));
  const good = names.filter((name) => !bad.has(name));
  const [first] = problems;
  if (!first || first.reason === null) return names;
  if (good.length > 0 && failures >= FAILURES_BEFORE_LEAVING_OUT) return good;
  throw new Refusal(first.reason, { values: first.values });
}

interface Validation {
  readonly authority: Authority;
  readonly order: Order;
  readonly names: readonly string[];
  readonly way: ChallengeWay;
}

/** The authority may only challenge the ordered domains. */
function refuseForeign(challenges: readonly Challenge[], names: readonly string[]): void {
  const foreign = challenges.find(({ domain }) => !names.includes(domain) && !names.includes(`*.${domain}`));
  if (foreign) throw unusableReply(`challenge for ${foreign.domain}`);
}

/** Places all responses, has them validated, always removes them. */
async function validate(
  parts: RequestParts,
  { scope, signal }: Pick<Context, 'scope' | 'signal'>,
  { authority, order, names, way }: Validation,
): Promise<void> {
  const challenges = await authority.challenges(order, way === 'dns' ? 'dns-01' : 'http-01');
  refuseForeign(challenges, names);
  const place = makeResponders(parts)[way];
  const removals: (() => Promise<void>)[] = [];
  try {
    for (const challenge of challenges) removals.push(await place(scope.host, challenge));
    for (const challenge of challenges) await challenge.begin();
    await authority.settled(order, ['ready', 'valid'], signal);
  } finally {
    for (const remove of removals) await remove().catch(() => undefined);
  }
}

const handshakeName = (name: string): string =>
  name.startsWith('*.') ? `${BELOW_WILDCARD}${name.slice(1)}` : name;

/** Checks the served certificate by a TLS handshake. Refuses with `certificate-not-served`. */
async function verifyServed(
  { served, pause }: RequestParts,
  names: readonly string[],
  fingerprint: string,
): Promise<void> {
  for (const name of names) {
    let tries = 1;
    while ((await served(handshakeName(name))) !== fingerprint) {
      if (tries === SERVED_TRIES)
        throw new Refusal('certificate-not-served', { values: { domain: shownDomain(name) } });
      tries += 1;
      await pause(SERVED_PAUSE_MS);
    }
  }
}

/** Removes the older certificates of an order. */
async function dropReplaced(
  parts: RequestParts,
  hostCode: HostCode,
  { orderId, newest }: { readonly orderId: number; readonly newest: number },
): Promise<void> {
  const older = parts.db.selectFrom('certificate').select('id').where('order_id', '=', orderId);
  for (const { id } of await older.where('id', '<>', newest).execute())
    await dropCertificate(parts, hostCode, id);
}

interface Request {
  readonly order: OrderRow;
  readonly names: readonly string[];
  readonly keyType: KeyType;
}

/** Orders and finalizes; the key is still only in memory. */
async function obtain(parts: RequestParts, context: Context, request: Request): Promise<CheckedCertificate> {
  const { step, signal } = context;
  const { names, keyType, order: row } = request;
  const authority = await parts.authority.open();
  let order: Order | undefined;
  let issued: CheckedCertificate | undefined;
  await step('order', async () => void (order = await authority.order({ names })));
  const ordered = order;
  if (!ordered) throw new Error('no order');
  await step('prove', () => validate(parts, context, { authority, order: ordered, names, way: row.way }));
  await step('issue', async () => {
    issued = checkIssued(await authority.issue(ordered, { names, keyType }, signal), names, parts.now());
  });
  if (!issued) throw new Error('nothing issued');
  return issued;
}

async function request(parts: RequestParts, context: Context): Promise<Readonly<Record<string, unknown>>> {
  const { scope, step } = context;
  const order = await currentOrder(parts, context);
  let names: readonly string[] = [];
  await step('check', async () => void (names = await checkedNames(parts, scope.host, order)));
  const issued = await obtain(parts, context, { order, names, keyType: order.key_type });
  await step('install', async () => {
    const id = await storeCertificate(parts, scope.hostCode, { checked: issued, orderId: order.id });
    await recordIssued(parts, order, issued);
    await endCoveredOrders(parts, scope.hostCode, order);
    await dropReplaced(parts, scope.hostCode, { orderId: order.id, newest: id });
  });
  await step('verify', () => verifyServed(parts, names, issued.fingerprint));
  return { names, leftOut: order.names.filter((name) => !names.includes(name)) };
}

/** Records why a request failed; returns the error for its task. The queue logs an error that is not a refusal, with its id. */
async function recordedFault(
  parts: RequestParts,
  { payload, taskId, log }: Context,
  error: unknown,
): Promise<unknown> {
  const now = parts.now();
  const [domain] = payload.names;
  const [authority] = parts.dnsTarget.authorities;
  const refusal = refusalOf(error, { now, domain, authority });
  if (refusal && refusal !== error) log.warn({ err: error }, 'the certificate authority did not issue');
  const { reason, detail } = refusal ?? new Refusal('internal', { values: { id: taskReference(taskId) } });
  await recordFailure(parts, payload.orderId, { reason, detail, pauseMs: minimumPause(error, now) });
  return refusal ?? error;
}

/** CERT_APPLY: visitors get the old or the new certificate at any moment. */
export const implementRequest = (parts: RequestParts): ImplementedTask =>
  implementTask(requestTask, {
    run: async (context) => {
      try {
        return await request(parts, context);
      } catch (error) {
        if (context.signal.aborted) throw error;
        throw await recordedFault(parts, context, error);
      }
    },
    // `validate` removes challenge responses; after a killed worker, the next one does.
    cleanup: ({ payload, taskId }) => recordStop(parts, payload.orderId, taskId),
  });
