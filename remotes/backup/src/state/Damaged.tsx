import { WarningOutlined } from '@ant-design/icons';
import { Button, useText } from '@sitedeck/ui/core';
import { Note } from '../frame/Note';
import { stateTexts } from './state-texts';
import { useRepository } from './use-repository';

/** Reports that the last check found damage in the repository, and offers another check and a repair. */
export function Damaged() {
  const text = useText(stateTexts);
  const { check, repair } = useRepository();
  return (
    <Note
      tone="error"
      icon={<WarningOutlined aria-hidden />}
      actions={
        <>
          <Button size="small" onClick={({ currentTarget }) => void check(currentTarget)}>
            {text('check')}
          </Button>
          <Button size="small" onClick={({ currentTarget }) => void repair(currentTarget)}>
            {text('repair')}
          </Button>
        </>
      }
    >
      {text('damaged')}
    </Note>
  );
}
