import {
  ADMIN_TOOLS,
  type AdminToolView,
  type consoleCalls,
  type HostCode,
  type Locale,
} from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';

export type AdminToolCalls = Pick<typeof consoleCalls, 'openAdminTool'>;

export interface AdminToolParts {
  /** Origin at which browsers reach the tool. */
  readonly origin: string;
  /**
   * Issues a ticket that signs its bearer in to the host's database. Refuses whatever the calls about that
   * database refuse.
   */
  readonly issueTicket: (visit: AdminToolVisit) => Promise<{ readonly ticket: string }>;
}

export interface AdminToolVisit extends AdminToolView {
  readonly hostCode: HostCode;
  readonly locale: Locale;
}

const isTool = (name: string): boolean => ADMIN_TOOLS.some((tool) => tool === name);

export const adminToolHandlers = ({ origin, issueTicket }: AdminToolParts): Handlers<AdminToolCalls> => ({
  openAdminTool: async ({ params, query }, { scope, note, locale }) => {
    if (!isTool(params.x))
      throw new Refusal('admin-tool-unknown', { values: { known: ADMIN_TOOLS.join(', ') } });
    note(params.x);
    const { ticket } = await issueTicket({ hostCode: scope.hostCode, locale, ...query });
    return { url: `${origin}/enter/${ticket}` };
  },
});
