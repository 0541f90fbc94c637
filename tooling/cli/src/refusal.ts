/** Ends the command with its words and status 1. */
export class CommandRefusal extends Error {}
