/** A message that is not passed on. The site's log shows the reason. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** As `MailRefused`, for a reason that the site did not cause: its limit is not used. */
export class MailFailed extends MailRefused {
  constructor(
    reason: string,
    /** What the operator's log shows. */
    readonly facts: Readonly<Record<string, unknown>>,
  ) {
    super(reason);
  }
}
