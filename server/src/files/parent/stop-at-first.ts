import { z } from 'zod';

function check(schema: z.core.$ZodType, value: unknown): void {
  if (schema instanceof z.ZodOptional) {
    if (value !== undefined) check(schema.unwrap(), value);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const element of value) check(schema.element, element);
  } else if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries<z.core.$ZodType>(schema.shape))
      check(part, Reflect.get(value, name));
  } else z.parse(schema, value);
}

/** As `schema.parse`, for what has very many elements: it would write down what is wrong with each of them. */
export function parseToFirstFault<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  check(schema, value);
  return schema.parse(value);
}
