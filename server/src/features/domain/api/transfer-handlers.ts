import type { HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { findClashes, type Clash } from '#sites/api/domain-clashes';
import { addDomains, bindableDomains, lockDomains, removeDomains } from '#sites/api/domains';
import { announce } from '#state/live';
import type { Db } from '#state/db';
import type { DomainCalls, DomainParts, HostQueue } from './calls';
import { makeLossCleanup } from './loss-cleanup';
import { queryProof, readProofToken } from './proof';

type TransferCalls = Pick<DomainCalls, 'checkTransferInDomains' | 'transferDomain'>;

/** The domains that each other host loses. */
function lossesOf(clashes: readonly Clash[]): ReadonlyMap<HostCode, readonly string[]> {
  const losses = new Map<HostCode, string[]>();
  for (const { otherHost, other } of clashes)
    losses.set(otherHost, [...(losses.get(otherHost) ?? []), other]);
  return losses;
}

const same = (one: readonly Clash[], other: readonly Clash[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Answers the calls that move a domain from another host, which may belong to another owner. */
export function transferHandlers(parts: DomainParts, inTurn: HostQueue): Handlers<TransferCalls> {
  const { db, dns, reserved, work, hosts } = parts;
  const cleanUpLoss = makeLossCleanup(parts);

  const nameOf = (typed: string): string => {
    const [name = typed] = bindableDomains([typed], reserved);
    return name;
  };

  const proofOf = async (hostCode: HostCode, name: string) => {
    const clashes = await findClashes(db, hostCode, [name]);
    const token = await readProofToken(db, hostCode);
    const proof = await queryProof(dns, name, { clashes, token });
    if (proof.is === 'failed') throw new Refusal('domain-dns-unavailable');
    return { clashes, record: proof.record };
  };

  const bindTo = async (trx: Db, hostCode: HostCode, names: readonly string[]) => {
    const { added } = await addDomains(trx, hostCode, names);
    await announce(trx, { is: 'host', hostCode });
    return added;
  };
  const takeFrom = async (trx: Db, hostCode: HostCode, names: readonly string[]) => {
    await removeDomains(trx, hostCode, names);
    await announce(trx, { is: 'host', hostCode });
  };

  /** Refuses with `domain-not-proven` if the clashes have changed since the proof was queried. */
  const move = (hostCode: HostCode, name: string, proven: readonly Clash[]) =>
    db.transaction().execute(async (trx) => {
      await lockDomains(trx);
      if (!same(await findClashes(trx, hostCode, [name]), proven))
        throw new Refusal('domain-not-proven', { values: { domain: name } });
      for (const [other, names] of lossesOf(proven)) await takeFrom(trx, other, names);
      return bindTo(trx, hostCode, [name]);
    });

  /** Undoes `move` after the web server refused the new host. */
  const moveBack = (hostCode: HostCode, added: readonly string[], lost: readonly Clash[]) =>
    db.transaction().execute(async (trx) => {
      await takeFrom(trx, hostCode, added);
      for (const [other, names] of lossesOf(lost)) await bindTo(trx, other, names);
    });

  return {
    checkTransferInDomains: async ({ body }, { scope: { hostCode } }) => {
      const names = body.domains.map(nameOf);
      const stateOf = async (domain: string) => {
        const { clashes, record: txt } = await proofOf(hostCode, domain);
        return { domain, isBoundElsewhere: clashes.length > 0, record: txt, isProven: txt.isRight };
      };
      return { domains: await inTurn(hostCode, () => Promise.all(names.map(stateOf))) };
    },
    transferDomain: async ({ body }, { scope: { hostCode }, note, requestId }) => {
      const name = nameOf(body.domain);
      note(name);
      const { clashes, record: txt } = await inTurn(hostCode, () => proofOf(hostCode, name));
      if (clashes.length > 0 && !txt.isRight)
        throw new Refusal('domain-not-proven', { field: 'domain', values: { domain: name } });
      const added = await move(hostCode, name, clashes);
      try {
        await work.applySites(hostCode);
      } catch (error) {
        await moveBack(hostCode, added, clashes);
        throw error;
      } finally {
        await hosts.fresh(hostCode);
      }
      for (const [oldHost, names] of lossesOf(clashes)) await cleanUpLoss(oldHost, names, requestId);
      return {};
    },
  };
}
