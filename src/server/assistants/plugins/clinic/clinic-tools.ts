import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { cancelAppointment, listAppointments } from './clinic-appointments.ts';
import { bookAppointment } from './clinic-booking.ts';
import type { ClinicDesk } from './clinic-desk.ts';
import { findDoctorTimes, listClinics, listDoctors, listSpecialities } from './clinic-listing.ts';

const Speciality = z.string().max(120).nullable().describe('speciality_id or title from list_specialities');
const Doctor = z.string().max(200).nullable().describe('doctor_id or name from list_doctors; null: any');
const ClinicWords = z.string().max(200).nullable().describe('clinic_id or name from list_clinics; null: any');
const When = z.string().max(40).describe('YYYY-MM-DD HH:MM, as find_doctor_times lists it');
const Name = z.string().max(120).nullable();

/**
 * The functions by which a model books patients with doctors of a clinic. Tenant, contact and clinics are those of the desk;
 * a deed that the owner has switched off has no function. Answers are like those of the salon's functions.
 */
export function clinicTools(desk: ClinicDesk): ToolSet {
  const { plugin } = desk;
  return {
    ...listingTools(desk),
    ...(plugin.books && { book_appointment: bookTool(desk) }),
    ...(plugin.cancels && { cancel_appointment: cancelTool(desk) }),
  };
}

function listingTools(desk: ClinicDesk): ToolSet {
  return {
    list_clinics: tool({
      description: 'Lists branches of the clinic with their addresses.',
      inputSchema: z.object({}),
      execute: () => listClinics(desk),
    }),
    list_specialities: tool({
      description: 'Lists specialities of doctors that patients can be booked for.',
      inputSchema: z.object({ clinic: ClinicWords }),
      execute: (given) => listSpecialities(desk, given),
    }),
    list_doctors: tool({
      description: 'Lists doctors with prices, or those of one speciality.',
      inputSchema: z.object({ speciality: Speciality, clinic: ClinicWords }),
      execute: (given) => listDoctors(desk, given),
    }),
    find_doctor_times: tool({
      description: 'Finds free times of doctors. Only times that it lists may be offered.',
      inputSchema: z.object({
        speciality: Speciality,
        doctor: Doctor,
        clinic: ClinicWords,
        day: z.string().max(20).nullable().describe('YYYY-MM-DD; null: the next days'),
        part_of_day: z.enum(['morning', 'afternoon', 'evening']).nullable(),
      }),
      execute: (given) => findDoctorTimes(desk, given),
    }),
    my_appointments: tool({
      description: "Lists the client's own upcoming appointments that were made in this chat.",
      inputSchema: z.object({}),
      execute: () => listAppointments(desk),
    }),
  };
}

const bookTool = (desk: ClinicDesk) =>
  tool({
    description:
      'Books an appointment with a doctor. Call it only after the client has agreed to the day, time, doctor and price.',
    inputSchema: z.object({
      speciality: Speciality,
      doctor: Doctor,
      clinic: ClinicWords,
      when: When,
      first_name: Name.describe("the patient's first name as the client gave it"),
      last_name: Name.describe("the patient's last name as the client gave it"),
      birthday: z
        .string()
        .max(20)
        .nullable()
        .describe("the patient's date of birth as YYYY-MM-DD; null: not given yet"),
      phone: z.string().max(60).nullable().describe("the client's phone as they wrote it; null where it is known"),
      agreed: z
        .boolean()
        .describe('the client answered yes to the consent text; false until this function has given it'),
    }),
    execute: (given) => bookAppointment(desk, given),
  });

const cancelTool = (desk: ClinicDesk) =>
  tool({
    description: "Cancels the client's own appointment. Call it only after the client has confirmed it.",
    inputSchema: z.object({
      appointment_id: z
        .string()
        .max(60)
        .nullable()
        .describe('appointment_id from my_appointments; null where the client has one'),
    }),
    execute: (given) => cancelAppointment(desk, given),
  });
