/** Channel by which a one-time code is sent; the names are those of `POST /api/captcha/send/{x}`. */
export type ChannelName = 'email' | 'sms';

export interface Message {
  /** Used if the channel has subjects. Contains no code: a locked phone shows it. */
  readonly subject: string;
  readonly text: string;
}

export interface Channel {
  /** Resolves when the server has accepted the message. Refuses with `channel-failed`. */
  send(to: string, message: Message): Promise<void>;
}

/** The channels that the provider has configured. */
export type Channels = Readonly<Partial<Record<ChannelName, Channel>>>;
