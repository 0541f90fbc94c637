import type { HostInfo, Language, Role } from './host-info';

/** Which hosts and roles something is for: a menu entry, a page, a call. What is absent holds for everybody. */
export interface Conditions {
  /** Roles that see it; the list of a route (specification, section 6). */
  readonly roles?: readonly Role[] | undefined;
  readonly languages?: readonly Language[] | undefined;
  /** `specInfo.productType` is one of these. */
  readonly products?: readonly string[] | undefined;
  /** `instanceType` contains none of these. */
  readonly notInstances?: readonly string[] | undefined;
  /** `specInfo.plugin` is this. */
  readonly plugin?: 0 | 1 | undefined;
}

/** What conditions look at. */
export interface HostTraits {
  readonly role: Role;
  readonly language: Language;
  readonly productType: string;
  readonly instanceType: string;
  readonly plugin: 0 | 1;
}

export const traitsOf = ({ specInfo, instanceType, operatorType }: HostInfo): HostTraits => ({
  role: operatorType,
  language: specInfo.language,
  productType: specInfo.productType,
  instanceType,
  plugin: specInfo.plugin,
});

type Rule = (traits: HostTraits, conditions: Conditions) => boolean;

const RULES: readonly Rule[] = [
  ({ role }, { roles }) => roles?.includes(role) ?? true,
  ({ language }, { languages }) => languages?.includes(language) ?? true,
  ({ productType }, { products }) => products?.includes(productType) ?? true,
  ({ instanceType }, { notInstances = [] }) => !notInstances.some((mark) => instanceType.includes(mark)),
  (traits, { plugin }) => plugin === undefined || plugin === traits.plugin,
];

/** Whether a host and whoever works on it meet all conditions. Menu, pages and the server's gate ask this one function. */
export const meets = (traits: HostTraits, conditions: Conditions): boolean =>
  RULES.every((holds) => holds(traits, conditions));
