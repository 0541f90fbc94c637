import { issueTicket } from '#system/admin-tool/tickets';
import type { AgentProtocol } from '#links/agent-protocol';
import { Refusal } from '#faults/refusal';
import type { RpcHandlers } from '#system/rpc/rpc';
import type { NodeDatabases } from './node-databases';

interface SignInTicketParts {
  readonly databases: Pick<NodeDatabases, 'facts'>;
  /** Folder of tickets; undefined if this machine has no admin tool. */
  readonly tickets: string | undefined;
  /** The engine's address for programs on this machine. */
  readonly address: { readonly host: string; readonly port: number };
}

/** The admin tool signs in as the host's own user, so it may do no more than the site's programs. */
export const issueSignInTicket =
  ({ databases, tickets, address }: SignInTicketParts): RpcHandlers<AgentProtocol>['openAdminTool'] =>
  async ({ hostCode }) => {
    if (tickets === undefined) throw new Refusal('admin-tool-missing');
    const { access } = await databases.facts(hostCode);
    const { name: database, user, password } = access;
    const host = `${address.host}:${address.port}`;
    return { ticket: await issueTicket(tickets, { host, user, password, database }) };
  };
