import { deploySiteImage, type RestoreMode, type SiteImage } from '@sitedeck/contract';
import { call, formatTime, pollTasksNow, toFault, useCurrentHost } from '@sitedeck/sdk';
import { InlineAlert, TextField, useBlocked, useText, useVerify } from '@sitedeck/ui/core';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useState } from 'react';
import { imageTexts } from './image-texts';
import { SettingChanges } from './SettingChanges';

interface Props {
  readonly image: SiteImage;
  readonly onGone: () => void;
}

/** Confirms that an image replaces the site: the owner types the host's name and passes a step-up. */
export function DeployDialog({ image, onGone }: Props) {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const deploy = useDeploy();
  const { hostName } = useCurrentHost().hostService;
  const [mode, setMode] = useState<RestoreMode>('mirror');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const isTyped = typed.trim() === hostName;
  const body = image.databaseBytes === null ? 'deploy.bodyNoDatabase' : 'deploy.body';
  return (
    <FormDialog
      className="tl-form tl-dialog"
      title={text('deploy.title', { name: image.name })}
      confirm={text('deploy')}
      reason={blocked(text('deploy')) ?? (isTyped ? undefined : text('deploy.typeFirst', { host: hostName }))}
      danger
      failed={text('deploy.failed')}
      submit={() => deploy(image, mode)}
      begins
      onGone={onGone}
    >
      <p>{text(body, { time: formatTime(image.madeAt) })}</p>
      {image.site !== hostName && (
        <InlineAlert kind="sigh">{text('deploy.foreign', { site: image.site })}</InlineAlert>
      )}
      <SettingChanges image={image} />
      <Choices
        legend={text('deploy.mode')}
        value={mode}
        onChange={setMode}
        options={(['mirror', 'overlay'] as const).map((value) => ({
          value,
          label: text(`deploy.${value}`),
          hint: text(`deploy.${value}.hint`),
        }))}
      />
      <TextField
        label={text('deploy.type', { host: hostName })}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          setWrong(false);
        }}
        onBlur={() => setWrong(typed !== '' && !isTyped)}
        autoComplete="off"
        error={isWrong ? text('deploy.wrong') : undefined}
      />
    </FormDialog>
  );
}

function useDeploy(): (image: SiteImage, mode: RestoreMode) => Promise<FormOutcome> {
  const text = useText(imageTexts);
  const verify = useVerify();
  return async ({ id }, mode) => {
    try {
      const { is } = await verify({
        act: 'deploySiteImage',
        confirm: text('deploy'),
        danger: true,
        run: (options) => call(deploySiteImage, { body: { image: id, mode } }, options),
      });
      pollTasksNow();
      return is === 'done' ? { is: 'done' } : { is: 'stay' };
    } catch (error) {
      return { is: 'refused', fault: toFault(error) };
    }
  };
}
