import { ADMIN_TOOLS, type consoleCalls, type HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';

export type AdminToolCalls = Pick<typeof consoleCalls, 'openAdminTool'>;

export interface AdminToolParts {
  /** Where browsers reach the tool. */
  readonly origin: string;
  /** Leaves a visit of the host's database for whoever comes with the ticket. Refuses as the database's calls do. */
  readonly leaveTicket: (hostCode: HostCode) => Promise<{ readonly ticket: string }>;
}

const isTool = (name: string): boolean => ADMIN_TOOLS.some((tool) => tool === name);

export const adminToolHandlers = ({ origin, leaveTicket }: AdminToolParts): Handlers<AdminToolCalls> => ({
  openAdminTool: async ({ params }, { scope, note }) => {
    if (!isTool(params.x))
      throw new Refusal('admin-tool-unknown', { values: { known: ADMIN_TOOLS.join(', ') } });
    note(params.x);
    const { ticket } = await leaveTicket(scope.hostCode);
    return { url: `${origin}/enter/${ticket}` };
  },
});
