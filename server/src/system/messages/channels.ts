/** How a one-time code may travel; the names are those of `POST /api/captcha/send/{x}`. */
export type ChannelName = 'email' | 'sms';

export interface Message {
  /** Where the channel has one. Holds no code: a locked phone shows it. */
  readonly subject: string;
  readonly text: string;
}

export interface Channel {
  /** Resolves when the other side has taken the message over. Refuses channel-failed. */
  send(to: string, message: Message): Promise<void>;
}

/** What the provider has configured. */
export type Channels = Readonly<Partial<Record<ChannelName, Channel>>>;
