import { issueTicket } from '#system/admin-tool/tickets';
import type { AgentProtocol } from '#links/agent-protocol';
import { Refusal } from '#faults/refusal';
import type { RpcHandlers } from '#system/rpc/rpc';
import type { NodeDatabases } from './node-databases';

interface SignInTicketParts {
  readonly databases: Pick<NodeDatabases, 'facts'>;
  /** Undefined where this machine has no tool. */
  readonly tickets: string | undefined;
  /** Of the engine, as programs of this machine reach it. */
  readonly address: { readonly host: string; readonly port: number };
}

/** The tool signs in as the host's own user: what it may do there, the site's programs may do too. */
export const issueSignInTicket =
  ({ databases, tickets, address }: SignInTicketParts): RpcHandlers<AgentProtocol>['openAdminTool'] =>
  async ({ hostCode }) => {
    if (tickets === undefined) throw new Refusal('admin-tool-missing');
    const { access } = await databases.facts(hostCode);
    const { name: database, user, password } = access;
    const host = `${address.host}:${address.port}`;
    return { ticket: await issueTicket(tickets, { host, user, password, database }) };
  };
