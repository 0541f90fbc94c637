import type { consoleCalls, HostCode, HostInfo } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import type { HostFacts, Session } from '#sites/host-scope';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { serializeOnce } from '#api/calls/serialized-reply';
import { hostInfo, type NodeTraits } from '#sites/api/host-info';
import { listOwnHosts } from './host-list';

type Calls = Pick<
  typeof consoleCalls,
  'currentHostInfo' | 'refreshHostInfo' | 'getAllHostList' | 'changeHost'
>;

export interface CurrentHostParts extends NodeTraits {
  readonly db: Db;
  readonly hosts: { fresh(hostCode: string): Promise<HostFacts | undefined> };
  readonly sessions: { switchHost(session: Session, hostCode: HostCode): Promise<void> };
}

/** The facts of a session's host, cached until the session or the host is read again. */
function infoBySession(traits: NodeTraits) {
  const infos = new WeakMap<Session, { readonly host: HostFacts; readonly info: HostInfo }>();
  return ({ session, scope }: OwnerContext): HostInfo => {
    const known = infos.get(session);
    if (known?.host === scope.host) return known.info;
    const info = serializeOnce(hostInfo(scope, scope.host, traits));
    infos.set(session, { host: scope.host, info });
    return info;
  };
}

export function currentHostHandlers({ db, hosts, sessions, ...traits }: CurrentHostParts): Handlers<Calls> {
  const infoOf = infoBySession(traits);
  return {
    currentHostInfo: (_request, context) => infoOf(context),
    refreshHostInfo: async (_request, { scope }) => {
      const host = await hosts.fresh(scope.hostCode);
      if (!host) throw new Refusal('host-gone');
      return hostInfo(scope, host, traits);
    },
    getAllHostList: async ({ params, body }, { session, scope }) => {
      const hostList = await listOwnHosts(db, {
        accountCode: session.accountCode,
        only: session.source === 'FTP' || session.credential.is === 'embed' ? session.hostCode : undefined,
        name: body.hostName?.trim() ?? '',
        domain: body.domain?.trim() ?? '',
        ...params,
      });
      return { hostList, currentHostName: scope.host.host_name };
    },
    changeHost: async ({ body }, { session, note }) => {
      note(body.hostCode, { before: { hostCode: session.hostCode }, after: { hostCode: body.hostCode } });
      if (session.source !== 'HOST_TOKEN') throw new Refusal('not-allowed');
      const host = await hosts.fresh(body.hostCode);
      // Doesn't reveal whether another account has a host of that code.
      if (host?.account_code !== session.accountCode) throw new Refusal('host-gone', { field: 'hostCode' });
      await sessions.switchHost(session, host.code);
      return { hostCode: host.code };
    },
  };
}
