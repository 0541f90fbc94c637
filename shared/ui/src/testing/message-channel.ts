/** antd's drop-downs open through a MessageChannel, which jsdom lacks. */
class OwnChannel {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.()) };
}

export const withChannels = (): void => void Object.assign(globalThis, { MessageChannel: OwnChannel });
