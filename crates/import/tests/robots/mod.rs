//! Robots that the tests import.

/// An inertial of 2 kg.
pub(crate) const LINK: &str = r#"<inertial><origin xyz="0.25 0 0"/><mass value="2"/><inertia ixx="0.01" iyy="0.05" izz="0.05"/></inertial>"#;

/// An arm of two links with a tool.
pub(crate) fn arm(more: &str) -> String {
    format!(
        r#"<robot name="arm">
  <link name="base"><collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision></link>
  <link name="upper">{LINK}<visual><geometry><mesh filename="absent.dae"/></geometry></visual>
    <collision><origin xyz="0.25 0 0" rpy="0 1.5707963267948966 0"/>
      <geometry><cylinder radius="0.03" length="0.4"/></geometry></collision></link>
  <link name="lower"><inertial><origin xyz="0.2 0 0" rpy="0 0 1.5707963267948966"/><mass value="1"/>
    <inertia ixx="0.004" iyy="0.02" izz="0.021" ixy="0.001" ixz="0" iyz="0"/></inertial></link>
  <link name="tool"><inertial><origin xyz="0.1 0 0"/><mass value="0.5"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.3"/><axis xyz="0 2 0"/>
    <limit lower="-1" upper="1.5" effort="100" velocity="2"/><dynamics damping="0.1" friction="0.2"/></joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0.5 0 0" rpy="0 0 0.5"/><axis xyz="0 0 1"/></joint>
  <joint name="flange" type="fixed"><parent link="lower"/><child link="tool"/><origin xyz="0.4 0 0"/></joint>
  {more}
</robot>"#
    )
}

/// A model with defaults, equalities and actuators.
pub(crate) const MODEL: &str = r#"<mujoco model="m">
  <compiler angle="degree" eulerseq="zyx"/>
  <option timestep="0.005" gravity="0 0 -10" integrator="RK4"/>
  <default>
    <geom friction="0.8 0.1 0.2" density="500"/>
    <default class="leg"><geom type="capsule" size="0.05" condim="6"/><joint damping="0.5" range="-30 60"/>
      <default class="shin"><geom size="0.04"/></default></default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="torso" pos="0 0 1"><freejoint/><geom type="sphere" size="0.1" solref="0.01 1"/>
      <body name="leg" pos="0 0 -0.2" childclass="leg"><joint name="hip" axis="0 1 0" armature="0.1"/>
        <geom fromto="0 0 0 0 0 -0.4"/>
        <body name="shin" pos="0 0 -0.6" euler="90 0 30" childclass="shin"><joint name="knee" type="slide" axis="0 0 1" range="-0.1 0.2"/>
          <geom size="0.04 0.1" pos="0 0 -0.1"/>
          <geom class="leg" type="box" size="0.1 0.2 0.3" mass="3" pos="0.5 0 0" contype="0" conaffinity="0"/></body></body></body>
    <body name="box" pos="2 0 0.5" axisangle="0 0 1 90"><joint name="a" axis="0 0 1" stiffness="3" springref="30" ref="10"/>
      <inertial pos="0.1 0 0" mass="2" diaginertia="1 2 2.5"/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body name="cog" pos="4 0 0.5"><joint name="b" axis="0 0 1"/><geom type="cylinder" size="0.2 0.1"/></body>
  </worldbody>
  <contact><exclude body1="box" body2="shin"/></contact>
  <equality><joint joint1="a" joint2="b" polycoef="0 -0.5 0 0 0"/><connect body1="torso" body2="cog" anchor="0.1 0 0"/></equality>
  <actuator><motor joint="hip" gear="10" ctrlrange="-1 1"/><position name="servo" joint="b" kp="20" kv="2" gear="3"/></actuator>
  <sensor/>
</mujoco>"#;
