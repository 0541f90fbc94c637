/** Rules that all calls about a host's database share. */
const DATABASE = { access: 'owner', embed: ['database'] } as const;
export const READING = { ...DATABASE, method: 'GET', effect: 'read' } as const;
export const ASKING = { ...DATABASE, method: 'POST', effect: 'read' } as const;
export const CHANGING = { ...DATABASE, method: 'POST', effect: 'change' } as const;
