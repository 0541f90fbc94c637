import {
  faultMessage,
  PREFLIGHT_TEXTS,
  readDomain,
  shownDomain,
  type ChallengeWay,
  type PreflightRow,
} from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { readOrders } from '#sites/certificate-orders';
import { makeFairQueue } from '#system/concurrency/queue';
import type { Finding } from '../protocol';
import { objectOf, requestTask } from '../tasks';
import { saveOrder, type NewOrder } from './order-store';
import type { CertificateCalls, CertificateParts } from './parts';
import { limitRequests } from './request-limit';

type RequestCalls = Pick<CertificateCalls, 'preflightCertificate' | 'applyCertificate'>;

/** Concurrent preflights of all hosts: the worker has other work to do. */
const PREFLIGHTS_AT_ONCE = 8;
/** Running and waiting calls of one host. */
const CALLS_OF_HOST = 10;

/** Requests that an owner can start within an hour. Let's Encrypt accepts 300 new orders of an account in three hours. */
const REQUESTS_AN_HOUR = 30;

interface NamesRequest {
  readonly names: readonly string[];
  readonly way: ChallengeWay;
}

/** The stored form of the domains to request. Refuses names that this host, server or validation method does not allow. */
function requestedNames(
  { acme }: CertificateParts,
  { scope }: OwnerContext,
  { names, way }: NamesRequest,
): readonly string[] {
  if (acme.authority === null) throw new Refusal('certificate-acme-off');
  if (!acme.ways.includes(way)) throw new Refusal('certificate-way-unavailable', { field: 'way' });
  const stored = names.map((typed) => {
    const domain = readDomain(typed);
    const name = domain.is === 'ok' ? domain.name : typed;
    const values = { domain: shownDomain(name) };
    if (!scope.host.domains.includes(name))
      throw new Refusal('certificate-name-foreign', { field: 'names', values });
    if (name.startsWith('*.') && way !== 'dns')
      throw new Refusal('certificate-wildcard-way', { field: 'way', values });
    return name;
  });
  return [...new Set(stored)].sort();
}

export function requestHandlers(parts: CertificateParts): Handlers<RequestCalls> {
  const { db, certificates, enqueue } = parts;
  const countRequest = limitRequests(REQUESTS_AN_HOUR, Date.now);
  const inTurn = makeFairQueue(PREFLIGHTS_AT_ONCE, CALLS_OF_HOST);

  const rowOf = (
    { name, point, result, reason, values }: Finding,
    { locale }: OwnerContext,
  ): PreflightRow => ({
    name,
    point,
    result,
    message: reason === null ? PREFLIGHT_TEXTS[point][locale] : faultMessage(reason, locale, values),
  });

  const refuseRunning = async ({ scope }: OwnerContext, names: readonly string[]) => {
    const running = (await readOrders(db, scope.hostCode)).filter(({ task_id: task }) => task !== null);
    const domain = names.find((name) => running.some((order) => order.names.includes(name)));
    if (domain !== undefined)
      throw new Refusal('certificate-running', { values: { domain: shownDomain(domain) } });
  };

  const apply = async (
    context: OwnerContext,
    names: string[],
    { way, keyType }: Pick<NewOrder, 'way' | 'keyType'>,
  ) => {
    const { hostCode, operator } = context.scope;
    await refuseRunning(context, names);
    // An unwritable folder is refused at once, not minutes later by the task.
    if (way === 'file') await certificates.call('preflightCertificate', { hostCode, names, way });
    countRequest(hostCode);
    const orderId = await saveOrder(db, hostCode, { names, way, keyType });
    const payload = { orderId, names, objectName: objectOf(names) };
    const task = await enqueue(requestTask, { hostCode, operator, payload });
    await db.updateTable('certificate_order').set({ task_id: task.id }).where('id', '=', orderId).execute();
    return { taskId: task.id };
  };

  return {
    preflightCertificate: async ({ body }, context) => {
      const names = [...requestedNames(parts, context, body)];
      const { hostCode } = context.scope;
      const request = { hostCode, names, way: body.way };
      const { findings } = await inTurn(hostCode, () => certificates.call('preflightCertificate', request));
      const canApply = findings.every(({ result }) => result !== 'failed');
      return { rows: findings.map((finding) => rowOf(finding, context)), canApply };
    },
    applyCertificate: async ({ body }, context) => {
      const names = [...requestedNames(parts, context, body)];
      context.note(names.join(', '), { way: body.way });
      // Concurrent requests must not all find that none is running.
      return inTurn(context.scope.hostCode, () => apply(context, names, body));
    },
  };
}
