/** Rules that all calls about a host's database share. */
const DATABASE = { access: 'owner', embed: ['database'] } as const;
export const DATABASE_READ = { ...DATABASE, method: 'GET', effect: 'read' } as const;
export const DATABASE_QUERY = { ...DATABASE, method: 'POST', effect: 'read' } as const;
export const DATABASE_CHANGE = { ...DATABASE, method: 'POST', effect: 'change' } as const;
