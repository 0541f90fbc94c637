import { TASK_KIND_NAMES, TASK_STATUSES, LOCALES } from '@sitedeck/contract';
import { sharedTexts } from './shared-texts';
import { addTexts } from './texts';
import { createTranslator } from './translator';

const texts = addTexts('test', {
  'zh-CN': { hello: '你好 {name}', files_other: '{count} 个文件' },
  'en-US': { hello: 'Hello {name}', files_one: '{count} file', files_other: '{count} files' },
});

it('uses the language of its mount, beside another one in the same page', () => {
  const chinese = createTranslator('zh-CN').text(texts);
  const english = createTranslator('en-US').text(texts);
  expect([chinese('hello', { name: 'A' }), english('hello', { name: 'A' })]).toEqual(['你好 A', 'Hello A']);
});

it('shows values unescaped: React escapes them', () => {
  expect(createTranslator('en-US').text(texts)('hello', { name: '<b>&' })).toBe('Hello <b>&');
});

it('leaves braces in a value as they are', () => {
  expect(createTranslator('en-US').text(texts)('hello', { name: '{name} $&' })).toBe('Hello {name} $&');
});

it('leaves out a value that is not given, and shows the key of a text that does not exist', () => {
  const english = createTranslator('en-US').text('test');
  expect([english('hello'), english('absent')]).toEqual(['Hello ', 'absent']);
});

it('chooses the plural', () => {
  const english = createTranslator('en-US').text(texts);
  expect([english('files', { count: 1 }), english('files', { count: 2 })]).toEqual(['1 file', '2 files']);
});

it('finds texts that are registered after the mount was made, as those of a remote are', () => {
  const translator = createTranslator('en-US');
  addTexts('late', { 'zh-CN': { title: '晚' }, 'en-US': { title: 'Late' } });
  expect(translator.text('late')('title')).toBe('Late');
});

it.each(LOCALES)('names every task kind and status (%s)', (locale) => {
  const text = createTranslator(locale).text(sharedTexts);
  const named = [
    ...TASK_KIND_NAMES.map((kind) => text(`kind.${kind}`)),
    ...TASK_STATUSES.map((status) => text(`status.${status}`)),
  ];
  expect(named.filter((name) => /^(kind|status)\./.test(name))).toEqual([]);
});
