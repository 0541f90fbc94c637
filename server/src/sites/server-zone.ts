/** Time zone of the server, IANA name: schedules follow its clock, and so does `date` in a job. */
export const serverZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
