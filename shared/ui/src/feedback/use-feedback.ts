import type { ArgsProps as MessageProps, ConfigOptions, MessageInstance } from 'antd/es/message/interface';
import type { NotificationConfig, NotificationInstance } from 'antd/es/notification/interface';
import { createContext, useContext } from 'react';

/** Toasts of antd that are shown in this mount. */
export interface Toasts {
  readonly message: MessageInstance;
  readonly notification: NotificationInstance;
}

/** Where toasts appear, and for how long. */
export interface ToastOptions {
  readonly message: ConfigOptions;
  readonly notification: NotificationConfig;
}

type MessageType = 'success' | 'info' | 'warning' | 'error' | 'loading';
type Sentence = (words: string, seconds?: number) => void;

/** Short messages at the top, and notices with more text or a button in the corner. */
export interface Feedback {
  readonly message: Readonly<Record<MessageType, Sentence>> & {
    readonly open: (given: MessageProps) => void;
    readonly destroy: (key?: string) => void;
  };
  readonly notification: NotificationInstance;
}

/** Calls back with the toasts as soon as their code is loaded. */
export type WithToasts = (show: (toasts: Toasts) => void) => void;

/** The same calls as antd's, each made once the toasts are there. */
export function feedbackWith(withToasts: WithToasts): Feedback {
  const say =
    (type: MessageType): Sentence =>
    (words, seconds) =>
      withToasts(({ message }) => {
        void message[type](words, seconds);
      });
  const notify =
    (type: Exclude<keyof NotificationInstance, 'destroy'>): NotificationInstance['open'] =>
    (given) =>
      withToasts(({ notification }) => notification[type](given));
  return {
    message: {
      success: say('success'),
      info: say('info'),
      warning: say('warning'),
      error: say('error'),
      loading: say('loading'),
      open: (given) =>
        withToasts(({ message }) => {
          void message.open(given);
        }),
      destroy: (key) => withToasts(({ message }) => message.destroy(key)),
    },
    notification: {
      success: notify('success'),
      info: notify('info'),
      warning: notify('warning'),
      error: notify('error'),
      open: notify('open'),
      destroy: (key) => withToasts(({ notification }) => notification.destroy(key)),
    },
  };
}

export const FeedbackContext = createContext<Feedback | undefined>(undefined);

export function useFeedback(): Feedback {
  const feedback = useContext(FeedbackContext);
  if (!feedback) throw new Error('useFeedback needs a UiProvider around it');
  return feedback;
}

/** The name under which remotes built with the kit of 0.1.0 find their toasts. New code calls `useFeedback`. */
export const App = { useApp: useFeedback } as const;
