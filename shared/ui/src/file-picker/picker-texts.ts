// Imported from the shared facade: a remote that bundles the picker bundles no second kit.
import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const pickerTexts = addTexts('ui.filePicker', { 'zh-CN': chinese, 'en-US': english });
