import { fieldsBeyond, fieldsNamed, type KnownFields } from '#server/platform/values/fields.ts';

const EVENT = fieldsNamed('eventType eventTime organizationId correlationId eventInfo');

/** Documented fields that we do not read; any other field is counted, as a sign of a changed API. */
const ORDER_INFO: KnownFields = {
  ...fieldsNamed('id posId externalNumber organizationId timestamp creationStatus errorInfo'),
  order: {
    ...fieldsNamed(
      'parentDeliveryId phone deliveryPoint status completeBefore whenCreated whenConfirmed whenPrinted',
      'whenCookingCompleted whenSended whenDelivered whenClosed comment problem operator marketingSource',
      'deliveryDuration indexInCourierRoute cookingStartTime isDeleted whenReceivedByApi whenReceivedFromFront',
      'movedFromDeliveryId movedFromTerminalGroupId movedFromOrganizationId externalCourierService',
      'movedToDeliveryId movedToTerminalGroupId movedToOrganizationId menuId deliveryZone estimatedTime isAsap',
      'whenPacked terminalGroupId number sum sourceKey processedPaymentsSum guestsInfo combos payments tips discounts',
      'conception whenBillPrinted loyaltyInfo externalData splitOrderBetweenCashRegisters',
    ),
    customer: fieldsNamed(
      'type id name surname comment gender inBlacklist blacklistReason birthdate email phone middleName',
    ),
    cancelInfo: fieldsNamed('whenCancelled cause comment'),
    courierInfo: fieldsNamed('courier isCourierSelectedManually'),
    orderType: fieldsNamed('id name orderServiceType'),
    items: fieldsNamed(
      'type product service primaryComponent secondaryComponent commonModifiers template modifiers price cost',
      'pricePredefined positionId taxPercent resultSum status deleted amount comment whenPrinted size',
      'comboInformation splittable isCompound servicePrice',
    ),
  },
};

/** Lists undocumented fields of an order. */
export function unknownFields(info: unknown): string[] {
  return fieldsBeyond(info, ORDER_INFO);
}

/** Lists undocumented fields of an event's envelope. */
export function unknownFieldsOfEvent(event: unknown): string[] {
  return fieldsBeyond(event, EVENT, 'event');
}
