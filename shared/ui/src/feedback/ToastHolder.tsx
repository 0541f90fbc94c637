import useMessage from 'antd/es/message/useMessage';
import useNotification from 'antd/es/notification/useNotification';
import { useEffect } from 'react';
import type { ToastOptions, Toasts } from './use-feedback';

interface Props extends ToastOptions {
  readonly onReady: (toasts: Toasts) => void;
}

/** Where antd renders the toasts of a mount. */
export function ToastHolder({ message: messages, notification: notices, onReady }: Props) {
  const [message, messageHolder] = useMessage(messages);
  const [notification, noticeHolder] = useNotification(notices);
  useEffect(() => onReady({ message, notification }), [message, notification, onReady]);
  return (
    <>
      {messageHolder}
      {noticeHolder}
    </>
  );
}
