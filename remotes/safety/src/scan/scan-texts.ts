import { addTexts, type Text } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const scanTexts = addTexts('safety.scan', { 'zh-CN': chinese, 'en-US': english });

export type ScanText = Text<NonNullable<(typeof scanTexts)['keys']>>;
