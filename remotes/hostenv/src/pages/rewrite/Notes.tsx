import { InfoCircleOutlined } from '@ant-design/icons';
import { useText } from '@sitedeck/ui/core';
import { rewriteTexts } from './rewrite-texts';
import type { RuleCheck } from './use-rule-check';

/** What happens on saving. */
export function Notes({ check }: { readonly check: RuleCheck }) {
  const text = useText(rewriteTexts);
  const ownRoot = check.is === 'looked' && check.ownRoot;
  return (
    <div className="he-note" role="note">
      <InfoCircleOutlined aria-hidden />
      <div className="sd-small">
        {text('note.saving')} {text('note.merge.before')} <code className="sd-mono">location /</code>{' '}
        {text(ownRoot ? 'note.merge.own' : 'note.merge')}
      </div>
    </div>
  );
}
