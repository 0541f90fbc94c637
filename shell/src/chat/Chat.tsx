import { kernel } from '@sitedeck/sdk';
import { lazy, Suspense } from 'react';
import { AreaBoundary } from '../remotes/AreaBoundary';

const ChatArea = lazy(() => import('./ChatArea').then(({ ChatArea }) => ({ default: ChatArea })));

/** Renders nothing if the provider configured no chatbot or its script fails to load: the page works without. */
export function Chat() {
  if (kernel().config.chatbotUrl === undefined) return null;
  return (
    <AreaBoundary failed={() => null}>
      <Suspense fallback={null}>
        <ChatArea />
      </Suspense>
    </AreaBoundary>
  );
}
