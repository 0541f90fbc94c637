import type * as contract from '@sitedeck/contract';
import type { FileCalls } from '#api/api-core';
import type { Handlers } from '#api/calls/handlers';
import type { FileService, FileVerb } from '#files/link/protocol';
import { contentHandlers } from './content-handlers';
import { historyHandlers } from './history-handlers';
import { JsonText } from '#system/streams/json-text';
import { listCaller, named, textCaller, verbCaller } from './verb-caller';

type VerbCalls = Pick<FileCalls, Exclude<FileVerb, 'uploadStatus'>>;

function removedNames(body: contract.CallRequest<typeof contract.removeFile>['body']) {
  const { path, paths = [], unreadable = [] } = body;
  const raw = unreadable.map(({ folder, name }) => `${folder}/${Buffer.from(name, 'base64url').toString()}`);
  return named([...(path === undefined ? [] : [path]), ...paths, ...raw], body.bin ? { bin: true } : {});
}

/** Calls that one verb of the host's child answers. */
export function verbHandlers(service: FileService): Handlers<VerbCalls> {
  const ask = verbCaller(service);
  const list = listCaller(service);
  const texts = textCaller(service);
  return {
    listFolder: ({ body }, context) => list(context, body),
    readText: ({ body }, context) => texts.read(context, 'readText', body),
    touchFile: ({ body }, context) => {
      context.note(body.path);
      return ask(context, 'touchFile', body);
    },
    makeFolder: ({ body }, context) => {
      context.note(body.path);
      return ask(context, 'makeFolder', body);
    },
    removeFile: ({ body }, context) => {
      context.note(...removedNames(body));
      return ask(context, 'removeFile', body);
    },
    renameFile: ({ body }, context) => {
      context.note(body.path, { to: body.to });
      return ask(context, 'renameFile', body);
    },
    copyFile: ({ body }, context) => {
      context.note(body.path, { to: body.to });
      return ask(context, 'copyFile', body);
    },
    writeText: ({ body: { content, ...body } }, context) => {
      const { text = new JsonText(JSON.stringify(content)), units = content.length } =
        context.largeText ?? {};
      context.note(body.path, { encoding: body.encoding, characters: units });
      return texts.save(context, body, text);
    },
    resetPermission: ({ body }, context) => {
      context.note(body.path);
      return ask(context, 'resetPermission', body);
    },
    ...contentHandlers(ask, texts),
    ...historyHandlers(ask, texts),
  };
}
