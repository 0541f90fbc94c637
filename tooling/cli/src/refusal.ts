/** Ends the command with its message and status 1. */
export class CommandRefusal extends Error {}
